// npm run generate: everything that is generated from code or contract. `npm run check` finds what is stale.
import { buildPackages } from "./lib/setup/build.mjs";
import { installPackages } from "./lib/setup/install.mjs";
import { Failure, print, printFailure, runStep } from "./lib/console.mjs";
import { generateDocs } from "./lib/docs/generate-docs.mjs";
import { root } from "./lib/paths.mjs";
import { runCommand } from "./lib/process/run-command.mjs";

try {
  await installPackages();
  await runStep("contract", () => generatePackage("contract", "@tenant-ops/proto", "fix the .proto files named above"));
  // The pages under docs/ are generated from the compiled packages.
  await buildPackages();
  await runStep("docs", async () => {
    const changed = await generateDocs();
    return changed.length > 0 ? `written: ${changed.join(", ")}` : "nothing changed";
  });
  // From rest/openapi.json, which was written with the docs.
  await runStep("client", () => generatePackage("client", "@tenant-ops/client", "see packages/client/scripts"));
  print("`git add -N . && git diff` shows what changed, new files too");
} catch (error) {
  printFailure("Generating", error);
  process.exitCode = 1;
}

async function generatePackage(step, name, advice) {
  const args = ["run", "--silent", "generate", "-w", name];
  const { code, stdout, stderr } = await runCommand("npm", args, { cwd: root });
  if (code !== 0) throw new Failure(step, `${stdout}\n${stderr}`.trim(), advice);
  return stdout.trim().replaceAll("\n", ", ") || "nothing changed";
}
