import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { startForeign, startOwn } from "./child.mjs";
import { replaceBetweenMarkers } from "./generated-docs.mjs";
import { anchorsOf, brokenLinks, linksOf } from "./links.mjs";
import { addressOf, mergeEnv } from "./mesh-env.mjs";
import { freePort, portFrom } from "./ports.mjs";
import { until } from "./run.mjs";
import { scanLogs, secretIn } from "./secret-scan.mjs";
import { loadSecrets } from "./secrets.mjs";
import { countResults, lastLine } from "./test-report.mjs";

// Not in the test run's folder: some files here hold made-up secrets, which the search at its end would find.
const home = await mkdtemp(join(tmpdir(), "scripts-"));
afterAll(() => rm(home, { recursive: true, force: true }));
const folder = () => mkdtemp(join(home, "x-"));

describe("what a test run reports", () => {
  const file = (status, ...tests) => ({
    name: "a.test.ts",
    status,
    assertionResults: tests.map((s) => ({ status: s })),
  });
  const report = (passed, failed, files) => ({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: files,
  });

  test("counts tests, and names what was skipped", () => {
    const counted = countResults(report(3, 1, [file("failed", "failed"), file("passed", "passed")]), 1);
    expect(lastLine(counted)).toBe("3 passed, 1 failed, 1 skipped");
  });

  test("a file that could not be loaded is a failure", () => {
    expect(countResults(report(3, 0, [file("failed")]), 1)).toMatchObject({ passed: 3, failed: 1 });
  });

  test("a run that ended badly without a failed test is a failure, and so is no report", () => {
    expect(countResults(report(3, 0, [file("passed", "passed")]), 1).failed).toBe(1);
    expect(countResults(undefined, 0).failed).toBe(1);
  });
});

describe("the search for secrets in logs", () => {
  // Put together here, so that this file's own text is no finding.
  const letters = "aB3".repeat(20);

  test.each([
    ["a tenant key", `"key":"svc_live_${letters}"`],
    ["a webhook secret", `whsec_${letters}`],
    ["a token", `Bearer ${["eyJhbGciOiJ9", "eyJpc3MiOiJ9", letters].join(".")}`],
    ["a generated secret", "the pepper is known-value"],
  ])("finds %s", (kind, line) => {
    expect(secretIn(line, ["known-value"])).toBe(kind);
  });

  test("a shortened key and ordinary lines are no finding", () => {
    expect(secretIn(`{"msg":"ready","key":"svc_live_aB3…","tool":"supply_list_stocks"}`)).toBeUndefined();
  });

  test("reads every log under the folder and tells file and line, not the secret", async () => {
    const dir = await folder();
    const { operatorKey } = await loadSecrets(dir);
    await writeFile(join(dir, "gateway.log"), `fine\noperator ${operatorKey}\n`);
    const { findings, lines } = await scanLogs(dir);
    expect({ findings, lines }).toEqual({
      lines: 2,
      findings: [{ file: join(dir, "gateway.log"), line: 2, kind: "a generated secret" }],
    });
  });
});

describe("the secrets of a mesh", () => {
  test("stay the same from start to start, and only the owner may read them", async () => {
    const dir = await folder();
    const first = await loadSecrets(dir);
    expect(await loadSecrets(dir)).toEqual(first);
    const { mode } = await import("node:fs/promises").then(({ stat }) => stat(join(dir, "secrets.json")));
    expect(mode & 0o777).toBe(0o600);
  });
});

describe("settings of a process", () => {
  test("ours win over the caller's, also over a NAME_FILE of the caller", () => {
    const env = mergeEnv({ PORT: "1", MONGODB_URL_FILE: "/x", LOG_LEVEL: "debug" }, { PORT: 2, MONGODB_URL: "ours" });
    expect(env).toEqual({ PORT: "2", MONGODB_URL: "ours", LOG_LEVEL: "debug" });
  });

  test("several replicas are one address with several targets", () => {
    expect(addressOf([{ grpc: 1, http: 2 }]).grpc).toBe("127.0.0.1:1");
    expect(
      addressOf([
        { grpc: 1, http: 2 },
        { grpc: 3, http: 4 },
      ]).grpc,
    ).toBe("ipv4:127.0.0.1:1,127.0.0.1:3");
  });
});

describe("links in Markdown", () => {
  test("code is not searched, headings become anchors as on GitHub", () => {
    expect(linksOf("see [a](b.md#c) and `[no](no.md)`\n```\n[no](no.md)\n```")).toEqual([
      { target: "b.md#c", line: 1 },
    ]);
    expect([...anchorsOf("# One `two`, three\n## One two three")]).toEqual(["one-two-three", "one-two-three-1"]);
  });

  test("a missing file and a missing heading are named with file and line", async () => {
    const dir = await folder();
    await writeFile(join(dir, "a.md"), "# Top\n[x](b.md)\n[y](#nowhere) [z](#top) [w](https://example.com)\n");
    expect(await brokenLinks(dir)).toEqual(["a.md:2  b.md: no such file", "a.md:3  #nowhere: no such heading"]);
  });
});

test("generated text stands between its markers and nothing else changes", () => {
  const text = "before\n<!-- x:start -->\nold\n<!-- x:end -->\nafter\n";
  expect(replaceBetweenMarkers(text, "x", "new")).toBe("before\n<!-- x:start -->\n\nnew\n\n<!-- x:end -->\nafter\n");
  expect(() => replaceBetweenMarkers("no markers", "x", "new")).toThrow("x:start");
});

test("the next free port is used when the wanted one is taken", async () => {
  const { createServer } = await import("node:net");
  const wanted = await freePort();
  const server = createServer().listen(wanted, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  expect(await portFrom(wanted)).toBeGreaterThan(wanted);
  await new Promise((resolve) => server.close(resolve));
});

describe("processes end with their supervisor", () => {
  const isAlive = (pid) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };

  // A supervisor of its own that starts one child, tells its pid, and is then killed without a chance to clean up.
  async function pidUnderKilledSupervisor(code) {
    const child = new URL("child.mjs", import.meta.url).href;
    const dir = await folder();
    const script = `import { startForeign, startOwn } from ${JSON.stringify(child)};
      const logFile = ${JSON.stringify(join(dir, "child.log"))};
      const started = ${code};
      console.log(started.pid);
      setInterval(() => undefined, 1000);`;
    const supervisor = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const pid = Number(await new Promise((resolve) => supervisor.stdout.once("data", resolve)));
    expect(isAlive(pid)).toBe(true);
    supervisor.kill("SIGKILL");
    return pid;
  }

  test("a foreign program, even when the supervisor is killed", async () => {
    const pid = await pidUnderKilledSupervisor(`await startForeign("sleep", ["300"], { logFile })`);
    await until("the end of the child", () => !isAlive(pid), { timeoutMs: 5_000 });
  });

  test("our own process, even when the supervisor is killed", async () => {
    const dir = await folder();
    const entry = join(dir, "main.mjs");
    await writeFile(entry, "setInterval(() => undefined, 1000);");
    const pid = await pidUnderKilledSupervisor(
      `startOwn("x", ${JSON.stringify(entry)}, { env: process.env, logFile })`,
    );
    await until("the end of the child", () => !isAlive(pid), { timeoutMs: 5_000 });
  });

  test("a foreign program's output is kept, and its exit code is known", async () => {
    const logFile = join(await folder(), "x.log");
    const child = await startForeign("sh", ["-c", "echo hello; exit 3"], { logFile });
    expect(await child.exited).toBe(3);
    expect(await readFile(logFile, "utf8")).toBe("hello\n");
  });

  test("our own process is ready with its ready line, and says what it wrote when it ends before", async () => {
    const dir = await folder();
    const entry = join(dir, "main.mjs");
    await writeFile(
      entry,
      `console.log(JSON.stringify({ msg: "ready", port: 1 })); setInterval(() => undefined, 1000);`,
    );
    const good = startOwn("good", entry, { env: process.env, logFile: join(dir, "good.log") });
    expect(await good.ready).toMatchObject({ port: 1 });
    expect(await good.stop()).toBe("SIGTERM");

    await writeFile(entry, `console.error("no such setting"); process.exit(1);`);
    const bad = startOwn("bad", entry, { env: process.env, logFile: join(dir, "bad.log") });
    await expect(bad.ready).rejects.toThrow("bad ended with 1 before it was ready");
    expect(bad.logs).toEqual(["no such setting"]);
  });
});

test("a port that another living process was given is not handed out again, though nobody listens on it yet", async () => {
  const script = `Math.random = () => 0.5; const { freePort } = await import(${JSON.stringify(
    new URL("ports.mjs", import.meta.url).href,
  )}); console.log(await freePort()); setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [theirs] = await once(other.stdout, "data");
    const random = vi.spyOn(Math, "random").mockReturnValueOnce(0.5);
    expect(await freePort()).not.toBe(Number(theirs));
    random.mockRestore();
  } finally {
    other.kill();
  }
});
