/** What a person has typed as a list: one entry per line, or separated by commas. */
export function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== "");
}
