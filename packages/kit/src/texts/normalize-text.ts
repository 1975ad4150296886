/** Characters that nobody sees, also direction marks and fillers. The braille blank and the marks of annotations are no ignorable characters for Unicode. */
const invisible = String.raw`[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\uFFF9-\uFFFB]`;
const allInvisible = new RegExp(invisible, "gu");

/** Scripts that write joiners inside words. */
const joined = String.raw`[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}]`;

/** The invisible characters that change what a reader sees. */
const needed = [
  // Inside words, and inside emoji of several persons.
  String.raw`(?<=${joined}\p{M}{0,4})[\u200C\u200D](?=\p{M}{0,4}${joined})`,
  String.raw`(?<=[\p{Extended_Pictographic}\u{1F3FB}-\u{1F3FF}]\uFE0F?)\u200D(?=\p{Extended_Pictographic})`,
  // Variants of emoji, of ideographs and of the keys 0 to 9.
  String.raw`(?<=\p{Extended_Pictographic}|\p{Ideographic})[\uFE00-\uFE0F]|\uFE0F(?=\u20E3)|(?<=\p{Ideographic})[\u{E0100}-\u{E01EF}]`,
  // Flags of regions.
  String.raw`\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}`,
].join("|");
const neededOrInvisible = new RegExp(`(${needed})|${invisible}`, "gu");

/** A text of several lines, as it is stored: well-formed, composed, without what nobody sees and without blanks around it. */
export function normalizeLines(text: string): string {
  const lines = text.replaceAll(/\p{Cs}/gu, "\uFFFD").replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n");
  // oxlint-disable-next-line no-control-regex -- it removes control characters
  const printable = lines.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, " ");
  const visible = printable.replaceAll(neededOrInvisible, (_found, kept: string | undefined) => kept ?? "");
  // No script has so many marks on one letter. They would cover other lines, and sorting them takes seconds.
  const normalized = visible
    .replaceAll(/(\p{M}{12})\p{M}+/gu, "$1")
    .normalize("NFC")
    .trim();
  // Letters compose when nothing is between them any more, and a joiner beside them may then join nothing.
  return normalized === text ? text : normalizeLines(normalized);
}

/** The same for one line, such as a name: a line end is a blank. */
export const normalizeText = (text: string): string => normalizeLines(text).replaceAll("\n", " ");

/**
 * The same for a value that a program reads, such as an e-mail address, a phone number or a date: in it, different forms of a digit, a letter or a
 * hyphen have the same meaning, and no invisible character has one.
 */
export const normalizeValue = (text: string): string =>
  normalizeText(
    normalizeText(text)
      .normalize("NFKC")
      .replaceAll(allInvisible, "")
      .replaceAll(/[\p{Pd}\u2212]/gu, "-"),
  );

/** An e-mail address as it is compared: in practice, addresses that differ only in case belong to the same mailbox. */
export const normalizeEmail = (email: string): string => normalizeValue(email).toLowerCase();

/** A text as searches compare it: without case and accents, and different forms of a letter or digit are one. */
export const foldText = (text: string): string =>
  normalizeValue(text)
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "");
