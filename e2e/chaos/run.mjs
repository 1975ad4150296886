// npm run chaos -- [scenario …] --seed 7 --minutes 10: faults that take longer than a test may, on a mesh, a database and
// a broker of their own. Bounded in time; the seed is printed, and the same seed causes faults at the same moments.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildPackages } from "../../scripts/lib/setup/build.mjs";
import { installPackages } from "../../scripts/lib/setup/install.mjs";
import { Failure, print, printFailure } from "../../scripts/lib/console.mjs";

const scenarios = ["mesh", "webhooks"];
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
      minutes: { type: "string", default: "10" },
      only: { type: "string", default: "" },
      "skip-build": { type: "boolean", default: false },
    },
  });
  const [seed, minutes] = [Number(values.seed), Number(values.minutes)];
  if (!Number.isInteger(seed) || !(minutes > 0))
    throw new Failure("arguments", "--seed must be a whole number, --minutes a number above 0");
  const chosen = positionals.length > 0 ? positionals : scenarios;
  if (!values["skip-build"]) {
    await installPackages();
    await buildPackages();
  }
  for (const name of chosen) {
    const file = new URL(`${name}.mjs`, import.meta.url);
    if (!scenarios.includes(name) || !existsSync(file))
      throw new Error(`no scenario "${name}"; there is ${scenarios.join(", ")}`);
    const dataDir = await mkdtemp(join(tmpdir(), `chaos-${name}-`));
    print(`chaos ${name}: seed ${seed}, at most ${minutes} minutes, logs in ${dataDir}/logs`);
    const { run } = await import(file.href);
    const until = Date.now() + minutes * 60_000;
    const failed = await run({ seed, until, dataDir, only: values.only.split(",").filter(Boolean) });
    if (failed > 0) {
      print(`${failed} promises broken or not checked; repeat with --seed ${seed}`);
      process.exitCode = 1;
    } else await rm(dataDir, { recursive: true, force: true });
  }
} catch (error) {
  printFailure("The chaos run", error);
  process.exitCode = 1;
}
