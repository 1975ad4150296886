// The client as its users get it: packed, installed into an empty project, its types checked and the examples of its README run.
import { spawn } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { beforeAll, expect, test } from "vitest";
import { findFreePort } from "../scripts/lib/process/ports.mjs";
import { runCommand } from "../scripts/lib/process/run-command.mjs";
import { type ClientProject, createClientProject } from "./support/calls/client-project.js";
import { type Business, useSharedMesh, type TestMesh } from "./support/mesh/test-mesh.js";

let testMesh: TestMesh;
let project: ClientProject;
let business: Business;
beforeAll(async () => {
  [testMesh, project] = await Promise.all([useSharedMesh(), createClientProject()]);
  business = await testMesh.createBusiness();
  const problems = await project.check("typescript7", nodenext, true);
  if (problems) throw new Error(`the examples of the README: ${problems}`);
});

const nodenext = { module: "nodenext", types: ["node"] };

const env = () => ({
  ...process.env,
  TENANT_OPS_URL: testMesh.url,
  TENANT_OPS_KEY: business.key,
  TENANT_OPS_BUSINESS: business.businessId,
});
const runInProject = (...args: string[]) => runCommand(process.execPath, args, { cwd: project.folder, env: env() });

test.each([
  ["typescript7", "nodenext", nodenext],
  ["typescript7", "bundler", { module: "esnext", moduleResolution: "bundler", types: ["node"] }],
  // Only what is used of the types: checking those of Node as well takes this compiler ten times as long.
  ["typescript5", "nodenext", { ...nodenext, skipLibCheck: true }],
] as const)("the types are right for %s with %s", async (compiler, _, options) => {
  expect(await project.check(compiler, options)).toBe("");
});

test("the types need nothing of Node", async () => {
  await writeFile(join(project.folder, "tsconfig.worker.json"), workerConfig);
  await writeFile(join(project.folder, "worker.mts"), workerProgram);
  const tsc = join(import.meta.dirname, "../node_modules/typescript/bin/tsc");
  const { code, stdout } = await runCommand(process.execPath, [tsc, "-p", "tsconfig.worker.json"], {
    cwd: project.folder,
  });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
});

const workerConfig = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: "es2023",
    lib: ["es2023", "webworker"],
    types: [],
    module: "nodenext",
    noEmit: true,
  },
  files: ["worker.mts"],
});

const workerProgram = `
import { createClient, verifyWebhook } from "@tenant-ops/client";
export default {
  async fetch(request: Request, env: { KEY: string; SECRET: string }): Promise<Response> {
    const event = await verifyWebhook(await request.text(), request.headers, env.SECRET);
    const client = createClient({ baseUrl: "https://api.example.com", apiKey: env.KEY, businessId: event.businessId });
    const { items } = await client.supply.listStocks({ limit: 1 });
    return new Response(items[0]?.productName);
  },
};
`;

test("a wrong name, a wrong type and a missing field are errors of the compiler", async () => {
  const program = `
    import type { Client } from "@tenant-ops/client";
    export async function run(client: Client) {
      // @ts-expect-error
      await client.supply.createStock({ productName: "Gloves" });
      // @ts-expect-error
      await client.supply.createStock({ productName: "Gloves", totalStock: "1", minStockAlert: 0 });
      // @ts-expect-error
      await client.supply.listStocks({ limits: 1 });
      // @ts-expect-error
      await client.supply.getStock();
      // @ts-expect-error
      (await client.supply.getStock({ id: "stk_1" })).productname;
      // @ts-expect-error
      client.supply.listStocks({}, { idempotencyKey: "reads have none" });
    }`;
  const file = join(project.folder, "wrong.ts");
  await writeFile(file, program);
  expect(await project.check("typescript7", nodenext)).toBe("");
});

test("the examples of the README do what they say", async () => {
  const [calls, lists, writes] = await Promise.all(
    project.examples.slice(0, 3).map((name) => runInProject(`${name}.js`)),
  );
  expect(calls).toMatchObject({ code: 0, stdout: "Gloves 100\n", stderr: "" });
  expect(lists).toMatchObject({ code: 0, stdout: expect.stringMatching(/^0 \d false\n\d\n$/), stderr: "" });
  expect(writes).toMatchObject({ code: 0, stdout: expect.stringMatching(/^stk_\w+\n$/), stderr: "" });
  // The example has a key of its own, so its second run gets the stored answer.
  expect(await runInProject(`${project.examples[2]}.js`)).toMatchObject({ stdout: writes?.stdout });
});

test("the receiver of the README accepts a signed request and refuses a forged one", async () => {
  const secret = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;
  const port = await findFreePort();
  const receiver = spawn(process.execPath, [`${project.examples[3]}.js`], {
    cwd: project.folder,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
  });
  try {
    const body = JSON.stringify({ id: "evt_1", type: "spin.completed", data: { userId: "u-1", result: "lost" } });
    const now = new Date();
    const headers = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign("evt_1", now, body),
    };
    const post = (content: string) => fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: content });
    await expect
      .poll(
        () =>
          post(body.replace("lost", "won")).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 60_000 },
      )
      .toBe(401);
    const printed = once(receiver.stdout, "data");
    expect((await post(body)).status).toBe(204);
    expect(String(await printed)).toBe("u-1 lost\n");
  } finally {
    receiver.kill();
  }
});

test("a CommonJS program loads the package with require", async () => {
  const program = `
    const { createClient, TenantOpsError } = require("@tenant-ops/client");
    const { TENANT_OPS_URL: baseUrl, TENANT_OPS_BUSINESS: businessId } = process.env;
    createClient({ baseUrl, businessId, apiKey: "svc_live_wrong" }).supply.listStocks().catch((error) =>
      console.log(error instanceof TenantOpsError, error.code, error.status));`;
  await writeFile(join(project.folder, "program.cjs"), program);
  expect(await runInProject("program.cjs")).toMatchObject({ code: 0, stdout: "true unauthorized 401\n" });
});

test("the package contains its license, its readme and no tests", async () => {
  const folder = join(project.folder, "node_modules/@tenant-ops/client");
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Record<string, unknown>;
  expect(manifest).toMatchObject({
    license: "UNLICENSED",
    version: "0.1.0",
    dependencies: { "openapi-fetch": expect.any(String) },
  });
  const files = await readdir(folder, { recursive: true });
  expect(files.filter((name) => /test/.test(name))).toEqual([]);
  expect(await readFile(join(folder, "README.md"), "utf8")).toContain("# @tenant-ops/client");
});
