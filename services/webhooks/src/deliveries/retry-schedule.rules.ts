const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `5s,5m,2h` → milliseconds. @throws Error that names the part which is not a duration */
export function parseRetrySchedule(text: string): number[] {
  return text.split(",").map((part) => {
    const found = /^(\d+)(ms|s|m|h|d)$/.exec(part.trim());
    if (!found) throw new Error(`"${part.trim()}" is not a duration such as 5s, 5m or 2h`);
    return Number(found[1]) * unitMs[found[2] as keyof typeof unitMs];
  });
}
