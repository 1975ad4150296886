// The development tools of the contract, started from wherever npm put them.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

export const root = join(import.meta.dirname, "..");

/** Prints a line for the person who runs the script. */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Runs one of the programs in node_modules/.bin inside proto/ and stops the script when it fails. */
export function run(program, ...args) {
  const result = spawnSync(join(root, "../node_modules/.bin", program), args, { cwd: root, stdio: "inherit" });
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}
