import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findBrokenLinks, parseAnchors, parseLinks } from "./links.mjs";

const folder = await mkdtemp(join(tmpdir(), "links-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

test("links in code are ignored, and headings become anchors as on GitHub", () => {
  expect(parseLinks("see [a](b.md#c) and `[no](no.md)`\n```\n[no](no.md)\n```")).toEqual([
    { target: "b.md#c", line: 1 },
  ]);
  expect([...parseAnchors("# One `two`, three\n## One two three")]).toEqual(["one-two-three", "one-two-three-1"]);
});

test("a missing file and a missing heading are reported with file and line", async () => {
  await writeFile(join(folder, "a.md"), "# Top\n[x](b.md)\n[y](#nowhere) [z](#top) [w](https://example.com)\n");
  expect(await findBrokenLinks(folder)).toEqual(["a.md:2  b.md: no such file", "a.md:3  #nowhere: no such heading"]);
});
