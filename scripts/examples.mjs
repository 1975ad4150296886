// npm run examples: records a real exchange of every REST operation into rest/examples, and the answers of docs/analytics-questions.md, each from a
// mesh of its own. What differs from run to run (ids, times, keys) is replaced, so a second recording changes nothing.
import { print, printFailure, runStep } from "./lib/console.mjs";
import { recordExamples, recordQuestionsPage, writeExamples } from "./lib/examples/record-examples.mjs";
import { buildPackages } from "./lib/setup/build.mjs";
import { installPackages } from "./lib/setup/install.mjs";

try {
  await installPackages();
  await buildPackages();
  await runStep("examples", async () => {
    const changed = await writeExamples(await recordExamples());
    return changed.length > 0 ? `written: ${changed.join(", ")}` : "nothing changed";
  });
  await runStep("questions", recordQuestionsPage);
  print("`npm run generate` puts them into the document and the pages");
} catch (error) {
  printFailure("Recording the examples", error);
  process.exitCode = 1;
}
