// What has one function in the code may not be written out a second time.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../paths.mjs";

const run = promisify(execFile);

/** The function's own files, which may contain the pattern, and what to use everywhere else. Tests may compare with their own way. */
const ways = [
  {
    pattern: /\.toISOString\(\)\s*\.(slice|substring|substr)\(0, 10\)/,
    // The application takes only types from the kit.
    own: ["packages/kit/src/data/time/day-name.ts", "services/console/web/src/i18n/local-day.rules.ts"],
    use: "the name of a day in UTC is toDayName of @tenant-ops/kit/data",
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
    .filter(({ own }) => !own.includes(file))
    .flatMap(({ pattern, use }) =>
      [...text.matchAll(new RegExp(pattern, "g"))].map(
        ({ index }) => `${file}:${text.slice(0, index).split("\n").length}  ${use}`,
      ),
    );
}
