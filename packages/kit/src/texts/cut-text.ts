const segmenter = new Intl.Segmenter();

/**
 * The beginning of a text: at most so many characters, cut only where a reader sees a boundary. An emoji, and a letter with its accents, stays whole
 * or is left out.
 */
export function cutText(text: string, charactersMax: number): string {
  // A text has at least half as many characters as code units.
  if (text.length <= charactersMax) return text;
  let characters = 0;
  let end = 0;
  // A hostile text is as long as it likes; what is behind the limit is not looked at.
  for (const { segment, index } of segmenter.segment(text.slice(0, 2 * charactersMax + 2))) {
    characters += Array.from(segment).length;
    if (characters > charactersMax) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** The text, or its beginning and an ellipsis; at most so many characters in all. */
export function shorten(text: string, charactersMax: number): string {
  return text.length <= charactersMax || cutText(text, charactersMax) === text
    ? text
    : `${cutText(text, charactersMax - 1).trimEnd()}…`;
}
