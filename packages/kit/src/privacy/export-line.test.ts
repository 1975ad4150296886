import { expect, test } from "vitest";
import { toExportLine } from "./export-line.js";

test("hashes, secrets and what only a search reads are left out of an export; answers of visitors are not, for any name of their questions", () => {
  const answers = { secret: "tea", order_hash: "77", more: { secret: "x" } };
  const line = {
    type: "record",
    record: { _id: "reg_1", answers, tokenHash: "y", words: ["a", "an"], bank: { secrets: ["z"] } },
  };
  expect(JSON.parse(toExportLine(line))).toEqual({ type: "record", record: { _id: "reg_1", answers, bank: {} } });
});
