// What is wrong with a value, as a sentence about its field; undefined when it is right.

const loneSurrogate = /\p{Surrogate}/u;

/** Half of a surrogate pair. JSON can contain one and UTF-8 cannot: MongoDB would store a replacement character, the same for every half. */
export function describeLoneSurrogate(text: string): string | undefined {
  return loneSurrogate.test(text) ? "holds half a character (a lone surrogate)" : undefined;
}

export function describeTextLength(charactersMax: number, text: string): string | undefined {
  // A text has at least half as many characters as code units, and no more characters than code units.
  if (text.length <= charactersMax) return undefined;
  const characters = countCharacters(text);
  return characters > charactersMax ? `must be at most ${charactersMax} characters, not ${characters}` : undefined;
}

export function describeEntriesLength(entriesMax: number, entries: number): string | undefined {
  return entries > entriesMax ? `must have at most ${entriesMax} entries, not ${entries}` : undefined;
}

function countCharacters(text: string): number {
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters;
}
