import { expect, test } from "vitest";
import {
  describeGroups,
  describeText,
  joinLines,
  parseArchive,
  toArchivedGroup,
  toFileName,
  toManifestName,
} from "./archive-format.rules.js";
import type { RetentionRow } from "./retention-rules.store.js";
import { findLateSeconds } from "./retention-metrics.js";

const createdAt = (day: number) => new Date(Date.UTC(2026, 0, day));
const spins = [
  [
    { collection: "spins", record: { _id: "spn_1", userId: "a\nb", createdAt: createdAt(2) } },
    { collection: "prizes", record: { _id: "prz_1", createdAt: createdAt(3) } },
  ],
  [{ collection: "spins", record: { _id: "spn_2", userId: "\u2028", createdAt: createdAt(1) } }],
] as const;
const format = { collections: ["spins", "prizes"], timeField: "createdAt" } as const;
const groups = spins.map((group) => toArchivedGroup([...group], format));
const text = joinLines(groups);

test("a file has a line per record, and reading it returns the groups that were written", () => {
  expect(text.split("\n")).toHaveLength(4);
  expect(parseArchive(text, format)).toEqual(groups);
  expect(() => parseArchive(text, { ...format, collections: ["prizes"] })).toThrow("belongs to another one");
});

test("a file with a part of a large group has a group per line, with its own time", () => {
  const kind = { collections: ["sessions", "examAttempts"], timeField: "startedAt" } as const;
  const withParts = { ...kind, parts: { collection: "examAttempts", timeField: "at" } };
  const toAttempt = (n: number) => ({ collection: "examAttempts", record: { _id: `exa_${n}`, at: createdAt(n) } });
  const part = [1, 2].map((n) => toArchivedGroup([toAttempt(n)], withParts));
  expect(parseArchive(joinLines(part), withParts)).toEqual(part);
  expect(() => parseArchive(joinLines(part), kind)).toThrow("belongs to another one");
  expect(describeGroups(part)).toMatchObject({ lastId: "exa_2", until: createdAt(2).toISOString() });

  const session = { collection: "sessions", record: { _id: "ses_1", startedAt: createdAt(1) } };
  const whole = [toArchivedGroup([session, toAttempt(3)], withParts)];
  expect(parseArchive(joinLines(whole), withParts)).toEqual(whole);
});

test("a manifest says what is in the file: the ids at its ends, and the times of the oldest and the newest", () => {
  const range = describeGroups(groups);
  expect(range).toEqual({
    firstId: "spn_1",
    lastId: "spn_2",
    from: createdAt(1).toISOString(),
    until: createdAt(2).toISOString(),
  });
  expect(describeText(text, range)).toMatchObject({ records: 3, bytes: Buffer.byteLength(text) });
});

test("other content gets another name, and so does another attempt to write the same content", () => {
  const name = { businessId: "biz_a", service: "roulettes", kind: "spins", number: 7 };
  const file = toFileName(name, { sha256: "0123456789abcdef0123" }, "8d3fa201");
  expect(file).toBe("biz_a/roulettes/spins/00000007-0123456789abcdef-8d3fa201.ndjson.gz");
  expect(toManifestName(file)).toBe("biz_a/roulettes/spins/00000007-0123456789abcdef-8d3fa201.manifest.json");
});

test("the metric is the longest time without a complete sweep, among the kinds that have a rule", () => {
  const rule = { mode: "delete", days: 1 } as const;
  const rows: Pick<RetentionRow, "rules" | "doneAt">[] = [
    { rules: { spins: rule }, doneAt: { spins: createdAt(2), transfers: createdAt(1) } },
    { rules: { spins: rule }, doneAt: { spins: createdAt(3) } },
  ];
  expect(findLateSeconds(rows, createdAt(4).getTime())).toBe(2 * 86_400);
  expect(findLateSeconds([], createdAt(4).getTime())).toBe(0);
});
