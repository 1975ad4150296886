import { type ProblemList, shorten } from "../errors/problems.js";
import { describeEntriesLength, describeLoneSurrogate } from "../errors/value-problems.js";

// Larger than anything that a route accepts; the schema of the route has the exact limits.
const entriesMax = 1000;
const namesMax = 100;
const charactersMax = 20_000;

/** Adds lists, objects and texts that are too large, and texts that cannot be stored. It does not search inside values that are too large. */
export function findSizeProblems(given: unknown, path: string, problems: ProblemList): void {
  if (problems.isFull) return;
  if (typeof given === "string") {
    const isTooLong = given.length > charactersMax;
    const problem = isTooLong ? `must be at most ${charactersMax} characters` : describeLoneSurrogate(given);
    if (problem) problems.add(path, problem);
  } else if (Array.isArray(given)) {
    const tooLong = describeEntriesLength(entriesMax, given.length);
    if (tooLong) return problems.add(path, tooLong);
    given.forEach((entry: unknown, index) => findSizeProblems(entry, joinPath(path, index), problems));
  } else if (typeof given === "object" && given !== null) {
    findObjectSizeProblems(given, path, problems);
  }
}

function findObjectSizeProblems(given: object, path: string, problems: ProblemList): void {
  const names = Object.keys(given);
  if (names.length > namesMax) {
    problems.add(path, `must have at most ${namesMax} names, not ${names.length}`);
    return;
  }
  for (const name of names) {
    findSizeProblems(Reflect.get(given, name), joinPath(path, name), problems);
  }
}

/** `gifts[2].value`: how refusals name a field. */
export function joinPath(path: string, step: string | number): string {
  if (typeof step === "number") return `${path}[${step}]`;
  const name = shorten(step, 60);
  return path === "" ? name : `${path}.${name}`;
}
