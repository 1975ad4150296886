import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findBrokenLinks, findCompiledWithoutSource, parseAnchors, parseLinks } from "./links.mjs";

const folder = await mkdtemp(join(tmpdir(), "links-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

test("links in code are ignored, and headings become anchors as on GitHub", () => {
  expect(parseLinks("see [a](b.md#c) and `[no](no.md)`\n```\n[no](no.md)\n```")).toEqual([
    { target: "b.md#c", line: 1 },
  ]);
  expect([...parseAnchors("# One `two`, three\n## One two three")]).toEqual(["one-two-three", "one-two-three-1"]);
});

test("a missing file and a missing heading are reported with file and line", async () => {
  const checkout = await mkdtemp(join(folder, "checkout-"));
  await writeFile(join(checkout, "a.md"), "# Top\n[x](b.md)\n[y](#nowhere) [z](#top) [w](https://example.com)\n");
  expect(await findBrokenLinks(checkout)).toEqual(["a.md:2  b.md: no such file", "a.md:3  #nowhere: no such heading"]);
});

test("a committed page may not link to the reference, which is built; its own links are checked", async () => {
  const checkout = await mkdtemp(join(folder, "checkout-"));
  await mkdir(join(checkout, "docs/rest"), { recursive: true });
  await writeFile(join(checkout, "docs/rest/README.md"), "# REST\n[x](../errors.md) [y](supply.md)\n");
  await writeFile(join(checkout, "docs/errors.md"), "# Errors\n[x](rest/README.md)\n");
  expect((await findBrokenLinks(checkout)).toSorted()).toEqual([
    "docs/errors.md:2  rest/README.md: is built, not committed",
    "docs/rest/README.md:2  supply.md: no such file",
  ]);
});

test("a script that imports a compiled file without a source is reported", async () => {
  const checkout = await mkdtemp(join(folder, "checkout-"));
  await mkdir(join(checkout, "gateway/src/sandbox"), { recursive: true });
  await writeFile(join(checkout, "gateway/src/sandbox/demo-data.ts"), "");
  await writeFile(
    join(checkout, "demo.mjs"),
    // Not written out, because the check reads this file too.
    ["gateway/dist/sandbox/demo-data", "gateway/dist/demo-data", "other/dist/a"]
      .map((path) => `import("./${path}.js");`)
      .join("\n"),
  );
  expect(await findCompiledWithoutSource(checkout)).toEqual(["demo.mjs  gateway/dist/demo-data.js: no such source"]);
});
