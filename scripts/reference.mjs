// npm run reference: the REST reference as Markdown pages in docs/rest, for a site or a reader. They are not committed.
import { print, printFailure } from "./lib/console.mjs";
import { buildReference } from "./lib/docs/generate-docs.mjs";
import { buildPackages } from "./lib/setup/build.mjs";
import { installPackages } from "./lib/setup/install.mjs";

try {
  await installPackages();
  await buildPackages();
  print(`docs/rest has ${await buildReference()} pages; begin with docs/rest/README.md`);
} catch (error) {
  printFailure("Building the reference", error);
  process.exitCode = 1;
}
