// Runs the development tools of the contract from node_modules.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..");

/** Prints a line. */
export function print(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Runs one of the programs in node_modules/.bin inside proto/ and stops the script when it fails. Places in its output are
 * printed as seen from the repository: `proto/tenantops/supply/v1/supply.proto:12:3`.
 */
export function run(program, ...args) {
  const result = spawnSync(join(root, "../node_modules/.bin", program), args, { cwd: root, encoding: "utf8" });
  if (result.error) throw result.error;
  process.stdout.write(result.stdout.replaceAll(relativePlace, "proto/$1"));
  process.stderr.write(result.stderr.replaceAll(relativePlace, "proto/$1"));
  if (result.status !== 0) process.exit(result.status ?? 1);
}

const relativePlace = /(?<![\w./-])((?:tenantops|plugin)\/[\w./-]+)/g;
