// Records one real exchange per operation of the REST contract and the answers of analytics, from meshes that are started for it.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTestBackend } from "../backend/test-backend.mjs";
import { startMesh } from "../mesh/mesh.mjs";
import { root } from "../paths.mjs";
import { createClockSettings } from "./analytics/history.mjs";
import { recordQuestions } from "./analytics/record-questions.mjs";
import { createRecorder } from "./recorder.mjs";
import { recordScenario } from "./scenario/scenario.mjs";
import { startStandIns } from "./stand-ins.mjs";

const folder = join(root, "rest/examples");

/** Starts a mesh and runs the scenario. @returns `{ examples, errors }`, file name → text */
export async function recordExamples() {
  const standIns = await startStandIns();
  try {
    return await withMesh(standIns.env, runScenario);
  } finally {
    standIns.stop();
  }
}

/** Asks the questions of docs/analytics-questions.md and writes the page. @returns what it did */
export async function recordQuestionsPage() {
  const page = await withMesh({ all: createClockSettings() }, recordQuestions);
  await writeFile(join(root, "docs/analytics-questions.md"), page);
  return "docs/analytics-questions.md";
}

async function withMesh(env, work) {
  const dataDir = await mkdtemp(join(tmpdir(), "examples-"));
  const backend = await startTestBackend(dataDir);
  try {
    const mesh = await startMesh({ mongodbUrl: backend.mongodbUrl, dataDir, env });
    try {
      return await work(mesh);
    } finally {
      await mesh.stop();
    }
  } finally {
    await backend.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** @param mesh of `startMesh`, without data. @returns file name below rest/examples → text */
export async function runScenario({ gatewayUrls, operatorUrls, operatorKey }) {
  const { routes } = await import(join(root, "rest/dist/index.js"));
  const recorder = createRecorder(routes, { url: gatewayUrls[0], operatorUrl: operatorUrls[0], operatorKey });
  await recordScenario(recorder);
  // Routes for people are not in the document.
  const documented = routes.filter(({ caller }) => caller !== "person");
  const missing = documented.filter(({ id }) => !recorder.examples.has(id)).map(({ id }) => id);
  if (missing.length > 0) throw new Error(`the scenario has no example of ${missing.join(", ")}`);
  const toFiles = (recorded, prefix) =>
    [...recorded].map(([name, exchange]) => [`${prefix}${name}.json`, `${JSON.stringify(exchange, null, 2)}\n`]);
  return Object.fromEntries([...toFiles(recorder.examples, ""), ...toFiles(recorder.errors, "errors/")]);
}

/** Writes changed files and deletes files without an example. @returns the names of the files that changed */
export async function writeExamples(files) {
  await mkdir(join(folder, "errors"), { recursive: true });
  const present = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".json"));
  const changed = [];
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    if ((await readFile(file, "utf8").catch(() => undefined)) === text) continue;
    changed.push(name);
    await writeFile(file, text);
  }
  for (const name of present.filter((one) => !(one in files))) {
    changed.push(name);
    await rm(join(folder, name));
  }
  return changed;
}
