// What has one function in the code may not be written out a second time.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../paths.mjs";

const run = promisify(execFile);
const web = "services/console/web/src";

/**
 * `own` are the function's own files, which may contain the pattern; a name with a slash at the end is a folder. `use` says what to use everywhere
 * else in `folder`. Tests may compare with their own way.
 */
const ways = [
  {
    pattern: /\.toISOString\(\)\s*\.(slice|substring|substr)\(0, 10\)/,
    // The application takes only types from the kit.
    own: ["packages/kit/src/data/time/day-name.ts", "services/console/web/src/i18n/local-day.rules.ts"],
    use: "the name of a day in UTC is toDayName of @tenant-ops/kit/data",
  },
  {
    pattern: /\bmaxLength(=\{|: )[\d_]+/,
    folder: `${web}/`,
    // Of these fields the contract has a pattern, and the text that is typed may be longer than what is sent.
    own: [
      `${web}/api/limits/`,
      `${web}/areas/flows/questions-dialog.tsx`,
      `${web}/areas/roulettes/claim-by-code.tsx`,
      `${web}/areas/roulettes/item-dialogs.tsx`,
      `${web}/areas/settings/business-page.tsx`,
      `${web}/areas/visitor-sign-in/whatsapp-section.tsx`,
    ],
    use: "the limit of a field is generated from the contract, in api/limits",
  },
  {
    // A hook that passes on its input and what follows, and has no settings or logic of its own.
    pattern: /=>\s*use(Record|Records|Change)\(\s*"\w+",\s*"\w+"(,\s*(\w+|\{[^{}]*\}))?,?\s*\);/,
    folder: `${web}/`,
    own: [],
    use: "a page calls useRecord, useRecords and useChange with the name of the operation",
  },
  {
    pattern: /\bfrom "lru-cache"/,
    own: ["packages/kit/src/caches/"],
    use: "a cache is createCache of @tenant-ops/kit/caches",
  },
  {
    pattern: /import (type )?\{ z \} from "zod"/,
    own: [],
    use: 'zod is imported as `import * as z from "zod"`: bundles then leave out its sentences in 50 languages',
  },
  {
    pattern: /\/v1\/console\//,
    folder: `${web}/`,
    own: [`${web}/api/operations/`],
    use: "routes about people are the area console of the client, generated from the contract in api/operations",
  },
];
const isExempt = (file) => /\.test\.m?tsx?$|\.test\.mjs$|^bench\//.test(file);

/** Second ways, as `file:line  what to use`. */
export async function findSecondWays(folder = root) {
  const { stdout } = await run("git", ["ls-files", "*.ts", "*.tsx", "*.mts", "*.mjs"], { cwd: folder, maxBuffer: 1e8 });
  const files = stdout.split("\n").filter((file) => file && !isExempt(file));
  // A file that is deleted and not yet committed has no lines.
  const read = (file) => readFile(join(folder, file), "utf8").catch(() => "");
  const found = await Promise.all(files.map(async (file) => listSecondWays(file, await read(file))));
  return found.flat();
}

export function listSecondWays(file, text) {
  return ways
    .filter(({ own, folder = "" }) => file.startsWith(folder) && !own.some((name) => file.startsWith(name)))
    .flatMap(({ pattern, use }) =>
      [...text.matchAll(new RegExp(pattern, "g"))].map(
        ({ index }) => `${file}:${text.slice(0, index).split("\n").length}  ${use}`,
      ),
    );
}
