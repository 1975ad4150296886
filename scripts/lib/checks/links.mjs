// Checks that every relative link in the Markdown files names an existing file, and an existing heading; and that compiled files which scripts name
// have a source.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "../paths.mjs";

const skipped = new Set(["node_modules", "dist", ".git", ".data", ".turbo", "coverage"]);

/** Built by `npm run reference` and not committed: no committed page may link into it. */
const built = "docs/rest";

/** The broken links of the checkout, as `file:line  link: what is wrong`. */
export async function findBrokenLinks(folder = root) {
  const problems = [];
  for (const file of await listMarkdownFiles(folder)) {
    const text = await readFile(file, "utf8");
    for (const { target, line } of parseLinks(text)) {
      const problem = await findLinkProblem({ folder, file, target });
      if (problem) problems.push(`${relative(folder, file)}:${line}  ${target}: ${problem}`);
    }
  }
  return problems;
}

export const listMarkdownFiles = (folder) => listFiles(folder, ".md");

async function listFiles(folder, end) {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : listFiles(path, end);
    return entry.name.endsWith(end) ? [path] : [];
  });
  return (await Promise.all(nested)).flat();
}

/** Compiled files that scripts import and that have no source, as `file  path`: a script that runs seldom would notice it late. */
export async function findCompiledWithoutSource(folder = root) {
  const problems = [];
  for (const file of await listFiles(folder, ".mjs")) {
    const text = await readFile(file, "utf8");
    const found = text.matchAll(/((?:packages\/|services\/)?[a-z]+)\/dist\/(?:src\/)?([\w./-]+)\.js"/g);
    for (const [path, part, name] of found)
      if (existsSync(join(folder, part, "src")) && !existsSync(join(folder, part, "src", `${name}.ts`)))
        problems.push(`${relative(folder, file)}  ${path.slice(0, -1)}: no such source`);
  }
  return problems;
}

/** `[text](target)` and `[name]: target`, outside of code. */
export function parseLinks(markdown) {
  const links = [];
  let inFence = false;
  for (const [index, line] of markdown.split("\n").entries()) {
    if (/^\s*(```|~~~)/.test(line)) inFence = !inFence;
    if (inFence) continue;
    const prose = line.replaceAll(/`[^`]*`/g, "");
    const found = [...prose.matchAll(/\[[^\]]*\]\(\s*<?([^)\s>]+)/g), ...prose.matchAll(/^\s*\[[^\]]+\]:\s+(\S+)/g)];
    for (const [, target] of found) links.push({ target, line: index + 1 });
  }
  return links;
}

async function findLinkProblem({ folder, file, target }) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
  const [path, anchor] = target.split("#");
  const destination = path ? resolve(dirname(file), decodeURIComponent(path)) : file;
  const isBuilt = (path) => `${relative(folder, path)}/`.startsWith(`${built}/`);
  if (isBuilt(destination) && !isBuilt(file)) return "is built, not committed";
  if (!existsSync(destination)) return "no such file";
  if (!anchor || !destination.endsWith(".md")) return undefined;
  const anchors = parseAnchors(await readFile(destination, "utf8"));
  return anchors.has(anchor.toLowerCase()) ? undefined : "no such heading";
}

/** Anchors as GitHub creates them: lower case, no punctuation, hyphens for spaces, -1 for the second equal heading. */
export function parseAnchors(markdown) {
  const anchors = new Set();
  for (const [, heading] of markdown.matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const text = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-");
    let anchor = text;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${text}-${count}`;
    anchors.add(anchor);
  }
  for (const [, name] of markdown.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(name.toLowerCase());
  return anchors;
}
