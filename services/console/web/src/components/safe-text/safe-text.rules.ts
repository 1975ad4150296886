export interface TextPart {
  text: string;
  /** A character that a reader would not see, as its number: `U+202E`. */
  isHidden: boolean;
}

/**
 * Characters without a look of their own: control and format characters (among them those that turn the direction of a line), private ones, and the
 * letters, fillers and variation selectors that are empty. Line breaks and tabs are shown as they are.
 */
const hidden =
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0]|\u034F|[\uFE00-\uFE0D]|[\u{E0100}-\u{E01EF}]/gu;

/** An emoji made of several, such as a family: the joiners between them belong to its look. */
const joined =
  /\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]*(?:\u200D\p{Extended_Pictographic}[\p{Emoji_Modifier}\uFE0F]*)+/gu;

/** Splits a text that somebody sent, so that a page can show what it really consists of. */
export function splitHidden(text: string): TextPart[] {
  const emojis = [...text.matchAll(joined)].map(({ index, 0: found }) => [index, index + found.length] as const);
  const parts: TextPart[] = [];
  let end = 0;
  for (const { index, 0: found } of text.matchAll(hidden)) {
    if (emojis.some(([from, to]) => index >= from && index < to)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isHidden: false });
    parts.push({ text: nameCharacter(found), isHidden: true });
    end = index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isHidden: false });
  return parts;
}

const nameCharacter = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** The same for places that take plain text only, such as the title of a page. */
export const toSafeText = (text: string): string =>
  splitHidden(text)
    .map((part) => part.text)
    .join("");
