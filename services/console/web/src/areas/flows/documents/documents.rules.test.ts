import { expect, test } from "vitest";
import { createFormat } from "../../../i18n/format.js";
import { formatBytes } from "./documents.rules.js";

test("a size is written in the unit that people read", () => {
  const format = createFormat("en", {});
  expect([12, 1000, 812_345, 1_540_000].map((bytes) => formatBytes(bytes, format))).toEqual([
    "12 bytes",
    "1 kB",
    "812 kB",
    "1.5 MB",
  ]);
});
