// What the browser application weighs: what the first page loads, and what each page adds. The limits are part of its design.
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../paths.mjs";

const dist = join(root, "services/console/web/dist");
const kilobyte = 1000;
const firstLoadMax = 130 * kilobyte;
const pageMax = 25 * kilobyte;

/** `{ problems, report }`, measured in the last build. */
export async function weighWeb() {
  const manifest = JSON.parse(await readFile(join(dist, ".vite/manifest.json"), "utf8"));
  return describeWeight(manifest, await measureFiles(manifest));
}

/** Bytes of the files that the build has compressed. */
async function measureFiles(manifest) {
  const chunks = Object.values(manifest);
  const files = new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
  const sizes = await Promise.all([...files].map(async (file) => [file, (await stat(join(dist, `${file}.gz`))).size]));
  return new Map(sizes);
}

export function describeWeight(manifest, sizes) {
  const [entry] = Object.keys(manifest).filter((name) => manifest[name].isEntry);
  const isMessages = (name) => /\/messages\/(en|es|pt)\.ts$/.test(name);
  const weigh = (files) => [...files].reduce((sum, file) => sum + sizes.get(file), 0);
  // The words of the frame are loaded at once, in one language.
  const atStart = (name) => isMessages(name) && /^src\/(app|components)\//.test(name);
  const wordsOfStart = heaviestLanguage(manifest, Object.keys(manifest).filter(atStart), weigh);
  const first = collectFiles(manifest, [entry, ...wordsOfStart]);
  const pages = Object.keys(manifest).filter((name) => name.endsWith("-page.tsx") && manifest[name].isDynamicEntry);
  const rows = pages.map((name) => {
    const area = name.replace(/\/[^/]+$/, "/messages/");
    const words = heaviestLanguage(
      manifest,
      Object.keys(manifest).filter((other) => isMessages(other) && other.startsWith(area)),
      weigh,
    );
    const own = new Set([...collectFiles(manifest, [name, ...words])].filter((file) => !first.has(file)));
    return [name.replace(/^src\/areas\/|\.tsx$/g, ""), weigh(own)];
  });
  rows.sort(([, left], [, right]) => right - left);
  const problems = rows
    .filter(([, bytes]) => bytes > pageMax)
    .map(([name, bytes]) => `${name} adds ${format(bytes)}; the limit is ${format(pageMax)}`);
  if (weigh(first) > firstLoadMax)
    problems.unshift(`the first load is ${format(weigh(first))}; the limit is ${format(firstLoadMax)}`);
  const [heaviest = ["no page", 0]] = rows;
  const report =
    `application: first load ${format(weigh(first))} of ${format(firstLoadMax)}, ${rows.length} pages, the heaviest adds ` +
    `${format(heaviest[1])} of ${format(pageMax)} (${heaviest[0]})`;
  return { problems, report, rows };
}

/** The files of the language that weighs most: a person loads one language. */
function heaviestLanguage(manifest, names, weigh) {
  const byLanguage = ["en", "es", "pt"].map((language) => names.filter((name) => name.endsWith(`/${language}.ts`)));
  const weighed = byLanguage.map((group) => [weigh(collectFiles(manifest, group)), group]);
  return weighed.toSorted(([left], [right]) => right - left)[0][1];
}

/** A chunk with everything that it imports statically. */
function collectFiles(manifest, names) {
  const seen = new Set();
  const files = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    const { file, css = [], imports = [] } = manifest[name];
    for (const each of [file, ...css]) files.add(each);
    for (const each of imports) visit(each);
  };
  for (const name of names) visit(name);
  return files;
}

const format = (bytes) => `${(bytes / kilobyte).toFixed(1)} KB`;
