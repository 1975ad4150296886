import { expect, test } from "vitest";
import { listSourceFiles } from "../../testing/source-files.js";

/** Prefixes that several places use for the same kind of id. */
const sharedPrefixes = new Map([
  ["evt", "an event: from the outbox, of a ping, of a system notice"],
  ["task", "an attempt of a process at a task: periodic, or a command"],
]);

const uses = listSourceFiles().flatMap(({ path, text }) =>
  [...text.matchAll(/\bnewId\(([^)]*)\)/g)].map(([call, argument = ""]) => ({
    place: `${path}: ${call}`,
    prefix: /^"([a-z]+)"$/.exec(argument)?.[1],
  })),
);

test("each kind of id has a prefix of its own", () => {
  const places = new Map<string, string[]>();
  for (const { prefix, place } of uses) {
    if (prefix && !sharedPrefixes.has(prefix)) places.set(prefix, [...(places.get(prefix) ?? []), place]);
  }
  expect(places.size).toBeGreaterThan(20);
  // One place creates the ids of one kind. A second place needs another prefix, or an entry in `sharedPrefixes`.
  const duplicates = [...places.values()].filter((sites) => sites.length > 1);
  expect(duplicates).toEqual([]);
});

test("every prefix is a literal, so that this test finds it", () => {
  const computed = uses.filter(({ prefix, place }) => prefix === undefined && !place.endsWith("newId(prefix: string)"));
  expect(computed).toEqual([]);
});
