import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import type { Metafile } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "../../scripts/lib/process/ports.mjs";
import { bundle, programs, root } from "./bundle.mjs";
import { createProgramSettings } from "./program-settings.testing.js";
import { listBundledPackages, renderThirdPartyNotices } from "./third-party-notices.mjs";

const names = Object.keys(programs);

// A folder outside the checkout, where a bundle cannot load a missing package from node_modules.
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bundles-"));
});
afterAll(() => rm(folder, { recursive: true }));

const metafiles = new Map<string, Metafile>();
/** Bundles each program once. */
async function createBundle(name: string): Promise<{ file: string; metafile: Metafile }> {
  const file = join(folder, `${name}.mjs`);
  const metafile = metafiles.get(name) ?? (await bundle(name, file)).metafile;
  metafiles.set(name, metafile);
  return { file, metafile };
}

describe.each(names)("the bundle of %s", (name) => {
  // The client of S3 is 0.9 MB of each program with history.
  test("is one file under 12 MB", async () => {
    const { file, metafile } = await createBundle(name);
    expect(Object.keys(metafile.outputs)).toHaveLength(1);
    expect((await stat(file)).size).toBeLessThan(12e6);
  });

  test("contains no test and no test helper", async () => {
    const { metafile } = await createBundle(name);
    const files = Object.keys(metafile.inputs);
    expect(files.filter((path) => /(testing|\.test)\.[jt]s$/.test(path))).toEqual([]);
  });

  test("has a licence in the notices for every package that it contains", async () => {
    const { metafile } = await createBundle(name);
    const notices = await renderThirdPartyNotices(root, metafile);
    const [, ...parts] = notices.split(/^={80}\n(.+)\n={80}$/m);
    const sections = new Map(parts.map((part, index) => [part, parts[index + 1]]));
    const packages = listBundledPackages(metafile);
    expect(packages.length).toBeGreaterThan(5);
    for (const path of packages) {
      const manifest = JSON.parse(await readFile(join(root, path, "package.json"), "utf8")) as Record<string, string>;
      const text = sections.get(`${manifest["name"]}@${manifest["version"]} (${manifest["license"]})`);
      expect({ path, text }).toEqual({ path, text: expect.stringMatching(/permission|redistribution|public domain/i) });
    }
  });
});

describe.each(names.filter((name) => name !== "setup"))("the program %s", (name) => {
  test("migrates and reconciles its database and starts from its bundle, answers both health checks and stops at SIGTERM", async () => {
    const { file } = await createBundle(name);
    const settings = await createProgramSettings(name);
    // The gateway has no database.
    if (name !== "gateway") {
      await promisify(execFile)(process.execPath, [file, "--migrate"], { env: settings });
      const { stdout } = await promisify(execFile)(process.execPath, [file, "--reconcile"], { env: settings });
      expect(stdout).toContain("everything adds up");
    }
    const program = spawn(process.execPath, [file], { env: settings, stdio: ["ignore", "pipe", "pipe"] });
    await waitUntilReady(program);
    expect(await runHealthCheck(process.execPath, [file, "--health"], settings)).toBe(0);
    expect(await runHealthCheck("bash", [healthFile], settings)).toBe(0);
    program.kill("SIGTERM");
    expect(await once(program, "exit")).toEqual([0, null]);
    expect(await runHealthCheck(process.execPath, [file, "--health"], settings)).toBe(1);
    expect(await runHealthCheck("bash", [healthFile], settings)).toBe(1);
  });
});

test("setup lists its commands when it is called without one", async () => {
  const { file } = await createBundle("setup");
  const call = promisify(execFile)(process.execPath, [file]);
  await expect(call).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("replica-set <host:port>") });
});

test("a program that waits for its database stops at SIGTERM, as it must as process 1 of a container, which has no default signal handler", async () => {
  const { file } = await createBundle("supply");
  const settings = {
    ...(await createProgramSettings("supply")),
    MONGODB_URL: `mongodb://127.0.0.1:${await findFreePort()}`,
  };
  const program = spawn(process.execPath, [file], { env: settings, stdio: "ignore" });
  const livez = `http://127.0.0.1:${settings.ADMIN_PORT}/livez`;
  const isLive = () =>
    fetch(livez).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isLive).toBe(true);
  program.kill("SIGTERM");
  expect(await once(program, "exit")).toEqual([0, null]);
});

async function waitUntilReady(program: ChildProcessByStdio<null, Readable, Readable>): Promise<void> {
  let errors = "";
  program.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  for await (const line of createInterface({ input: program.stdout })) {
    if (line.includes('"msg":"ready"')) return;
  }
  throw new Error(`the program ended before it was ready: ${errors}`);
}

const healthFile = join(import.meta.dirname, "health.sh");

/** The exit code of a health check. */
async function runHealthCheck(program: string, args: string[], env: Record<string, string>): Promise<number> {
  const { code = 0 } = (await promisify(execFile)(program, args, { env }).catch(
    (error: { code: number }) => error,
  )) as { code?: number };
  return code;
}
