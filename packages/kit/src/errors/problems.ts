import { shorten } from "../texts/cut-text.js";
import { type Fault, fault, type Problem } from "./input-rules.js";
import { Refusal } from "./refusal.js";
import type { Wording } from "./wording.js";

// What is wrong with a value; undefined when it is right.

const loneSurrogate = /\p{Surrogate}/u;

/** Half of a surrogate pair. JSON can contain one and UTF-8 cannot: MongoDB would store a replacement character, the same for every half. */
export function describeLoneSurrogate(text: string): Fault | undefined {
  return loneSurrogate.test(text) ? fault("half_character", "holds half a character (a lone surrogate)") : undefined;
}

export function describeTextLength(charactersMax: number, text: string): Fault | undefined {
  // A text has at least half as many characters as code units, and no more characters than code units.
  if (text.length <= charactersMax) return undefined;
  const characters = countCharacters(text);
  if (characters <= charactersMax) return undefined;
  const sentence = `must be at most ${charactersMax} characters, not ${characters}`;
  return fault("too_long", sentence, { max: charactersMax });
}

export function describeEntriesLength(entriesMax: number, entries: number): Fault | undefined {
  if (entries <= entriesMax) return undefined;
  return fault("too_many", `must have at most ${entriesMax} entries, not ${entries}`, { max: entriesMax });
}

function countCharacters(text: string): number {
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters;
}

/** More than an agent corrects at once, and few enough that a hostile request gets a short answer. */
export const problemsMax = 20;
const pathCharactersMax = 120;
const sentenceCharactersMax = 400;

/**
 * The problems of an input, by field. It holds at most 20 problems. Code that fills it stops when it is full, so that a hostile input causes neither
 * a long search nor a long answer.
 */
export class ProblemList {
  readonly #problems: (Fault & { path: string })[] = [];
  #isFull = false;

  /** @param prefix of every field, such as `query parameter ` */
  constructor(private readonly prefix = "") {}

  /** True when a problem did not fit any more. */
  get isFull(): boolean {
    return this.#isFull;
  }

  get isEmpty(): boolean {
    return this.#problems.length === 0;
  }

  /** @param path the name that the caller uses, such as `gifts[2].value`; empty for the whole input */
  add(path: string, problem: Fault | string): void {
    if (this.#problems.length >= problemsMax) this.#isFull = true;
    else {
      const found = typeof problem === "string" ? fault("invalid", problem) : problem;
      this.#problems.push({ ...found, path: path ? `${this.prefix}${path}` : "body" });
    }
  }

  /** Whether a problem of this field, or of an object or list around it, is known. */
  covers(path: string): boolean {
    return this.#problems.some(
      (known) => path === known.path || path.startsWith(`${known.path}.`) || path.startsWith(`${known.path}[`),
    );
  }

  /** All problems in one text, each with its field. */
  describe(): string {
    const parts = this.#problems.map(
      ({ path, sentence }) => `${shorten(path, pathCharactersMax)}: ${shorten(sentence, sentenceCharactersMax)}`,
    );
    const more = this.#isFull ? `; there are more, only ${problemsMax} are named here` : "";
    return endSentence(`${parts.join("; ")}${more}`);
  }

  /** @throws Refusal invalid_argument that names every problem */
  throwIfAny(): void {
    if (this.isEmpty) return;
    const problems = this.#problems.map(({ path, rule, values }): Problem => ({
      rule,
      field: shorten(path, pathCharactersMax),
      ...(values && { values }),
    }));
    throw new Refusal("invalid_argument", this.describe(), undefined, false, problems);
  }
}

/**
 * Runs checks that are independent of each other, and refuses with the sentences of all that fail. The code is that of the first.
 * @throws Refusal; any other error at once
 */
export function runChecks(checks: Iterable<() => void>): void {
  const refusals: Refusal[] = [];
  for (const check of checks) {
    if (refusals.length >= problemsMax) break;
    try {
      check();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(error);
    }
  }
  const [first, ...rest] = refusals;
  if (first === undefined) return;
  if (rest.length === 0) throw first;
  const problems = refusals.flatMap(({ code, problems: own }): readonly Problem[] =>
    own.length > 0 ? own : [{ rule: code }],
  );
  const describe: Wording = (write) => joinSentences(refusals.map((refusal) => refusal.describe(write)));
  throw new Refusal(first.code, describe, undefined, false, problems);
}

/**
 * Computes parts that are independent of each other, by name.
 * @throws Refusal with the problems of all parts
 */
export function checkAll<Parts extends Record<string, () => unknown>>(
  parts: Parts,
): { [Name in keyof Parts]: ReturnType<Parts[Name]> } {
  const results: Record<string, unknown> = {};
  runChecks(
    Object.entries(parts).map(
      ([name, compute]) =>
        () =>
          void (results[name] = compute()),
    ),
  );
  // Every part has been computed, otherwise the line before has thrown.
  return results as { [Name in keyof Parts]: ReturnType<Parts[Name]> };
}

/** The same for the entries of a list. */
export function checkEach<Entry, Result>(
  entries: readonly Entry[],
  compute: (entry: Entry, index: number) => Result,
): Result[] {
  const results: Result[] = [];
  runChecks(entries.map((entry, index) => () => void results.push(compute(entry, index))));
  return results;
}

/** Joins texts; a sentence that occurs twice is kept once. */
function joinSentences(texts: readonly string[]): string {
  return [...new Set(texts.flatMap((text) => endSentence(text).split(/(?<=[.!?]) /)))].join(" ");
}

function endSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
