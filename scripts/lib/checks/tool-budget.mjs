// How many bytes the tool list may still grow. Every agent pays for the list each time it reads it.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../paths.mjs";

const limitFile = "proto/src/catalog.test.ts";

export async function describeToolBudget() {
  const [limit, used] = [await readLimit(), await measureToolList()];
  return (
    `tool list: ${used} of ${limit} bytes used, ${limit - used} left. \`npm run tokens\` shows each tool. The limit is\n` +
    `wholeListBytesMax in ${limitFile}; only the owner of the service specification may raise it.`
  );
}

async function readLimit() {
  const text = await readFile(join(root, limitFile), "utf8");
  const [, kilobytes] = /wholeListBytesMax = (\d+) \* 1024/.exec(text) ?? [];
  if (!kilobytes) throw new Error(`${limitFile} has no line "wholeListBytesMax = <number> * 1024"`);
  return Number(kilobytes) * 1024;
}

/** The bytes of a tools/list answer, as the test in `limitFile` counts them. */
async function measureToolList() {
  const folder = join(root, "proto/gen/tools");
  const files = (await readdir(folder)).map((file) => readFile(join(folder, file), "utf8"));
  // Tools of a toolset are not in the list unless they are asked for.
  const pages = (await Promise.all(files)).map((text) => JSON.parse(text)).filter(({ toolset }) => !toolset);
  const { publishTool } = await import("../../../proto/dist/src/publish.js");
  const tools = pages.map(publishTool);
  return Buffer.byteLength(JSON.stringify({ tools }));
}
