import { expect, test } from "vitest";
import type { Scope } from "../data/tenancy/scope.types.js";
import { collectGroups } from "./collect-groups.js";
import type { HistoryKind, HistorySearch } from "./retention.types.js";

const recordCount = 100_000;
const limits = { groups: 1000, bytes: 1024, attachmentBytes: 100, isOver: () => false };
const before = new Date(0);
const except = new Set<string>();

/** Records with these numbers may be deleted. Counts the searches. */
function createKind(mayBeDeleted: (number: number) => boolean, bytes = 0) {
  const searches: HistorySearch[] = [];
  const kind: HistoryKind = {
    ...{ name: "notes", collections: ["notes"], timeField: "createdAt" },
    listAttachments: ({ _id }) => (bytes > 0 ? [{ fileId: `fil_${_id}`, sha256: "", bytes }] : []),
    async find(_scope, search) {
      searches.push(search);
      const start = Number(search.after);
      const end = Math.min(recordCount, start + search.limit);
      const numbers = Array.from({ length: end - start }, (_, index) => start + index).filter(mayBeDeleted);
      const toGroup = (number: number) => [{ collection: "notes", record: { _id: String(number) } }] as const;
      return { groups: numbers.map(toGroup), next: end < recordCount ? String(end) : undefined };
    },
  };
  return { kind, searches };
}

const collect = (kind: HistoryKind, after: string) =>
  collectGroups(() => ({}) as Scope, kind, { before, after, except }, limits);

test("a call ends after some searches when nothing may be deleted, and the next one continues: each of 100,000 records is examined once", async () => {
  const { kind, searches } = createKind(() => false);
  let turns = 0;
  for (let after: string | undefined = ""; after !== undefined; turns += 1) {
    const searchesBefore = searches.length;
    const part: Awaited<ReturnType<typeof collect>> = await collect(kind, after);
    expect(part.groups).toEqual([]);
    expect(searches.length - searchesBefore).toBeLessThanOrEqual(20);
    after = part.next;
  }
  expect([turns, searches.length]).toEqual([25, 500]);
});

test("a call ends when its records or their files reach the limit of bytes", async () => {
  const ofLines = await collect(createKind((number) => number % 100 === 0).kind, "");
  expect(ofLines.groups.length).toBeLessThan(40);
  const ofFiles = await collect(createKind((number) => number % 100 === 0, 60).kind, "");
  expect(ofFiles).toMatchObject({ groups: { length: 2 }, next: "200" });
});

test("a call returns a part of a large group alone, and the same search finds the next part", async () => {
  const { kind } = createKind(() => true);
  const toGroup = (number: number) => [{ collection: "notes", record: { _id: String(number) } }] as const;
  const find: HistoryKind["find"] = async (_scope, { after }) => {
    if (after === "") return { groups: [toGroup(1)], next: "1" };
    const part = { groups: [toGroup(2), toGroup(3)], recordsOfGroup: 9, time: before, beyond: "2" };
    return { groups: [], next: after, part };
  };
  const first = await collect({ ...kind, find }, "");
  expect(first).toMatchObject({ groups: [[{ id: "1" }]], next: "1" });
  expect(first.part).toBeUndefined();
  const second = await collect({ ...kind, find }, "1");
  expect(second).toMatchObject({ groups: [[{ id: "2" }], [{ id: "3" }]], next: "1", part: { recordsOfGroup: 9 } });
});
