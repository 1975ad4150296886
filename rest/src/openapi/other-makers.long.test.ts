import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "../index.js";

// Checks the committed document with programs of other makers. None of them makes network requests.
const root = fileURLToPath(new URL("../../..", import.meta.url));
const document = join(root, "rest/openapi.json");
const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };
const run = (program: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [program, ...args], { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 });

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "tenant-ops-openapi-"))));
afterAll(() => rm(folder, { recursive: true }));

test("the linter of Redocly finds no error and no warning", async () => {
  const linter = join(root, "node_modules/@redocly/cli/bin/cli.js");
  // /flows/targets/{id} and /flows/{slug}/registrations could be one request only for a flow named "targets", and that slug is reserved.
  // The form of a roulette always answers with a redirect, so that its page can be loaded again without sending the form again.
  const skipped = ["no-ambiguous-paths", "operation-2xx-response"].map((rule) => `--skip-rule=${rule}`);
  const { stdout } = await run(linter, "lint", document, "--format=json", ...skipped);
  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 } });
});

test("@hey-api/openapi-ts makes a client that has every operation and type-checks", async () => {
  const generator = join(root, "rest/node_modules/@hey-api/openapi-ts/bin/run.js");
  await run(generator, "--input", document, "--output", join(folder, "client"), "--no-log-file");
  expect(await readdir(join(folder, "client"))).toContain("sdk.gen.ts");
  const compilerOptions = {
    noEmit: true,
    strict: true,
    target: "es2023",
    lib: ["es2023", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    types: [],
  };
  const names = routes.map(({ id }) => id).toSorted();
  await writeFile(join(folder, "use.ts"), `export { ${names.join(", ")} } from "./client/index.js";\n`);
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["client", "use.ts"] }));
  await run(join(root, "node_modules/typescript/bin/tsc"), "-p", folder);
});
