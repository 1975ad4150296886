import { type ProblemList, shorten } from "../errors/problems.js";

// Larger than anything that a route accepts; the schema of the route has the exact limits.
const entriesMax = 1000;
const namesMax = 100;
const charactersMax = 20_000;
/** Half of a surrogate pair. JSON can contain one and UTF-8 cannot: MongoDB would store a replacement character, the same for every half. */
const loneSurrogate = /\p{Surrogate}/u;

/** Adds lists, objects and texts that are too large, and texts that cannot be stored. It does not look inside what is too large. */
export function findSizeProblems(given: unknown, path: string, problems: ProblemList): void {
  if (problems.isFull) return;
  if (typeof given === "string") {
    if (given.length > charactersMax) problems.add(path, `must be at most ${charactersMax} characters`);
    else if (loneSurrogate.test(given)) problems.add(path, "holds half a character (a lone surrogate)");
  } else if (Array.isArray(given)) {
    if (given.length > entriesMax) {
      problems.add(path, `must have at most ${entriesMax} entries, not ${given.length}`);
      return;
    }
    given.forEach((entry: unknown, index) => findSizeProblems(entry, join(path, String(index)), problems));
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
    findSizeProblems(Reflect.get(given, name), join(path, shorten(name, 60)), problems);
  }
}

function join(path: string, step: string): string {
  return path === "" ? step : `${path}.${step}`;
}
