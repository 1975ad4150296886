// Prints the bytes of each tool in a tools/list answer, and the sum.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publishTool } from "../dist/src/publish.js";
import { root, print } from "./tools.mjs";

const folder = join(root, "gen/tools");
const sizes = readdirSync(folder).map((file) => {
  const page = JSON.parse(readFileSync(join(folder, file), "utf8"));
  const published = publishTool(page);
  const bytes = (value) => Buffer.byteLength(JSON.stringify(value));
  return {
    name: page.name,
    toolset: page.toolset,
    all: bytes(published),
    input: bytes(published.inputSchema),
    output: bytes(published.outputSchema),
  };
});

const row = ({ name, all, input, output }) =>
  print(name.padEnd(44) + [all, input, output].map((size) => String(size).padStart(8)).join(""));
row({ name: "bytes", all: "all", input: "input", output: "output" });
for (const toolset of [undefined, ...new Set(sizes.flatMap((size) => size.toolset ?? []))]) printToolset(toolset);

function printToolset(toolset) {
  const inToolset = sizes.filter((size) => size.toolset === toolset);
  const sum = (column) => inToolset.reduce((total, size) => total + size[column], 0);
  inToolset.toSorted((a, b) => b.all - a.all).forEach(row);
  const name = `${inToolset.length} tools, ${toolset ? `toolset ${toolset}` : "default catalogue"}`;
  row({ name, all: sum("all"), input: sum("input"), output: sum("output") });
  // Four bytes per token is an estimate for English JSON; models differ.
  print(`about ${Math.round(sum("all") / 4)} tokens`);
}
