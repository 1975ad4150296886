import { cp, mkdtemp, rm } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand, takeLastLines } from "../../scripts/lib/process/run-command.mjs";
import { type TestMesh, useSharedMesh } from "../support/mesh/test-mesh.js";

// Generators of other makers write clients from the committed document. The clients have to compile, and to read, preview and write on a
// running mesh. The folder of a generator pins its versions and has the program that calls.
const root = resolve(import.meta.dirname, "../..");
const document = join(root, "rest/openapi.json");
const tsc = join(root, "node_modules/typescript/bin/tsc");

/** How to see that a program is there, and the Debian package that brings it. */
const tools = {
  go: { check: ["go", "version"], package: "golang-go" },
  java: { check: ["javac", "-version"], package: "default-jdk-headless" },
  mvn: { check: ["mvn", "--version"], package: "maven" },
  python: { check: ["python3", "-c", "import ensurepip, venv"], package: "python3-venv" },
} as const satisfies Record<string, { check: [string, ...string[]]; package: string }>;

type Command = [string, ...string[]];

interface Generator {
  needs: (keyof typeof tools)[];
  /** Generates, then compiles. They run in a copy of the folder. */
  build: Command[];
  call: Command;
}

/** The package of PyPI brings the jar of all languages. */
const openapiGenerator = (language: string, output: string, ...options: string[]): Command[] => [
  ["python3", "-m", "venv", "venv"],
  ["venv/bin/pip", "install", "--quiet", "--requirement", join(import.meta.dirname, "python/requirements.txt")],
  ["venv/bin/openapi-generator-cli", "generate", "-g", language, "-i", document, "-o", output, ...options],
];

/** By folder. */
const generators: Record<string, Generator> = {
  go: {
    needs: ["go"],
    build: [
      ["mkdir", "api"],
      ["go", "tool", "oapi-codegen", "-generate", "types,client", "-package", "api", "-o", "api/api.go", document],
      ["go", "build", "-o", "call", "."],
    ],
    call: ["./call"],
  },
  java: {
    needs: ["python", "java", "mvn"],
    build: [
      // Without the option, the client refuses an answer that has a field more than the document.
      ...openapiGenerator("java", ".", "--additional-properties=disallowAdditionalPropertiesIfNotPresent=false"),
      ["mvn", "-B", "-q", "compile", "dependency:copy-dependencies", "-DoutputDirectory=target/lib"],
    ],
    call: ["java", "-cp", `target/classes${delimiter}target/lib/*`, "Call.java"],
  },
  python: {
    needs: ["python", "java"],
    build: [...openapiGenerator("python", "."), ["venv/bin/python", "-m", "compileall", "-q", "openapi_client"]],
    call: ["venv/bin/python", "call.py"],
  },
  "typescript-fetch": {
    needs: ["python", "java"],
    build: [...openapiGenerator("typescript-fetch", "client"), [process.execPath, tsc, "-p", "."]],
    call: [process.execPath, "call.mjs"],
  },
};

let testMesh: TestMesh;
let work: string;
beforeAll(async () => {
  [testMesh, work] = await Promise.all([useSharedMesh(), mkdtemp(join(tmpdir(), "generators-"))]);
});
afterAll(() => rm(work, { recursive: true }));

test.each(Object.entries(generators))(
  "the generated client for %s compiles, reads, previews, writes once and shows a refusal",
  async (name, { needs, build, call }) => {
    for (const need of needs) await requireTool(tools[need]);
    const folder = join(work, name);
    await cp(join(import.meta.dirname, name), folder, { recursive: true });
    const { key, businessId } = await testMesh.createBusiness();
    const env = {
      ...process.env,
      TENANT_OPS_URL: testMesh.url,
      TENANT_OPS_KEY: key,
      TENANT_OPS_BUSINESS: businessId,
    };
    for (const command of build) await runOrThrow(command, { cwd: folder, env });

    const line = await runOrThrow(call, { cwd: folder, env });

    expect(JSON.parse(line)).toEqual({
      isOneCenter: true,
      latitude: 19.4517123456,
      previewed: ["withdrawals 0"],
      days: 400,
      refusal: "center_not_found",
    });
  },
  900_000,
);

async function requireTool({ check, package: name }: (typeof tools)[keyof typeof tools]): Promise<void> {
  const { code, stderr } = await runCommand(check[0], check.slice(1));
  if (code === 0) return;
  throw new Error(`\`${check.join(" ")}\` fails: ${stderr.trim()}. Install it: apt-get install ${name}`);
}

/** @returns what the command printed */
async function runOrThrow([program, ...args]: Command, options: object): Promise<string> {
  const { code, stdout, stderr } = await runCommand(program, args, options);
  if (code === 0) return stdout;
  throw new Error(`${program} ${args.join(" ")}: exit code ${code}\n${takeLastLines(stdout + stderr, 40)}`);
}
