// Checks that files, commands and settings that the pages name exist.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { root } from "../paths.mjs";
import { listMarkdownFiles } from "./links.mjs";

/** The page about adding a tool has the reader create its files. */
const skipped = "docs/adding-a-tool.md";
const folders = /^(all|bench|deploy|docs|e2e|gateway|packages|proto|rest|scripts|services)\//;
const parts = /^(GATEWAY|ACCOUNTS|SUPPLY|ROULETTES|LEARNING|FLOWS|WEBHOOKS|ANALYTICS|CONSOLE)_/;
/** Variables of tests, of Node and of the commands in pages. */
const otherVariables = new Set(["TEST_SEED", "FUZZ_RUNS", "NODE_EXTRA_CA_CERTS", "OPERATOR_KEY"]);

/** Names that do not exist, as `file:line  name: what is wrong`. */
export async function findUnknownNames(folder = root) {
  const { scripts } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const settings = await readFile(join(folder, "docs/settings.md"), "utf8");
  const isSetting = (name) =>
    otherVariables.has(name) ||
    [name, name.replace(parts, ""), name.replace(parts, "").replace(/_FILE$/, "")].some((one) =>
      settings.includes(`\`${one}\``),
    );
  const problems = [];
  for (const file of await listMarkdownFiles(folder)) {
    const page = relative(folder, file);
    if (page === skipped) continue;
    for (const [index, line] of (await readFile(file, "utf8")).split("\n").entries()) {
      const report = (name, problem) => problems.push(`${page}:${index + 1}  ${name}: ${problem}`);
      for (const [command, name] of line.matchAll(/npm run ([a-z][a-z:-]*)/g))
        if (!(name in scripts)) report(command, "no such script in package.json");
      for (const [, code] of line.matchAll(/`([^`\s]+)`/g)) {
        if (/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(code) && !isSetting(code)) report(code, "not in docs/settings.md");
        const isPath = folders.test(code) && /^[\w./-]+$/.test(code);
        if (isPath && !existsSync(join(folder, code))) report(code, "no such file");
      }
    }
  }
  return problems;
}
