import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { eventually } from "@tenant-ops/kit/testing";
import { connect } from "nats";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureDemo } from "../scripts/lib/demo/demo.mjs";
import { createTenantClient } from "../scripts/lib/mesh/gateway-client.mjs";
import { type Mesh, startMesh } from "../scripts/lib/mesh/mesh.mjs";
import { findEntry } from "../scripts/lib/mesh/mesh-plan.mjs";
import { programNames } from "./checks/program-settings.js";
import { natsPermissions } from "./setup/src/nats-users.mjs";
import { type BackendWithUsers, startBackendWithUsers } from "./setup/backend-with-users.testing.js";

// The users of permissions.test.ts with a whole mesh: docs/operating.md says that a process needs no more rights.
let folder: string;
let backend: BackendWithUsers;
let mesh: Mesh;

const writeCourse = (name: string) => [`learning_propose_${name}`, `learning_approve_${name}`] as const;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "permissions-"));
  backend = await startBackendWithUsers(folder);
  mesh = await startMesh({
    mongodbUrl: "read from a file by each process",
    natsUrl: `nats://${backend.hosts.nats}`,
    dataDir: folder,
    databasePrefix: "",
    env: Object.fromEntries(
      programNames.map((name) => [
        name,
        { ...backend.settingsOf(name), ...(name === "accounts" && { PERSON_SETTLE_MS: 2000 }) },
      ]),
    ),
  });
});

afterAll(async () => {
  await mesh?.stop();
  await backend?.stop();
  await rm(folder, { recursive: true, force: true });
});

test("the mesh works when each process has a MongoDB user and a NATS user with only the documented permissions", async () => {
  const [gatewayUrl = ""] = mesh.gatewayUrls;
  const [operatorUrl = ""] = mesh.operatorUrls;
  const demo = await ensureDemo({ gatewayUrl, operatorUrl, operatorKey: mesh.operatorKey, dataDir: folder });
  // Webhooks stores only events for which there is an endpoint.
  const business = createTenantClient(gatewayUrl, demo);
  const endpoint = { url: "http://127.0.0.1:9999/", events: ["course.published", "prize.won"] };
  await business.rest("POST", "/v1/public/webhooks/endpoints", endpoint);
  const course = { title: "Permissions", slug: "permissions" };
  const { _id } = await business.proposeAndWrite(...writeCourse("create_course"), course);
  await business.proposeAndWrite(...writeCourse("update_course"), { course_id: _id, published: true });
  for (const list of ["supply_list_stocks", "roulettes_list_roulettes", "learning_list_courses", "flows_list_flows"])
    expect((await business.call(list, {}))["items"]).not.toEqual([]);
  const query = { collection: "withdrawals", metrics: ["units"] };
  expect((await business.call("analytics_query", query))["rows"]).not.toEqual([]);
  await eventually(async () => {
    expect(await readMetric("supply", "tenantops_outbox_published_total")).toBeGreaterThan(0);
    for (const name of Object.keys(mesh.addresses)) expect(await readMetric(name, "tenantops_outbox_pending")).toBe(0);
    expect(
      await readMetric("webhooks", 'tenantops_events_consumed_total{consumer="webhooks",outcome="processed"'),
    ).toBeGreaterThan(0);
  });
  await eraseWorker(business);
  const permissionErrors = Object.values(mesh.processes).flatMap(({ logs }) =>
    logs.filter(
      (line) => /permission|not authorized|unauthorized|authorization/i.test(line) && /"(warn|error)"/.test(line),
    ),
  );
  expect(permissionErrors).toEqual([]);
});

/** Reads and replaces events in the stream. */
async function eraseWorker(business: ReturnType<typeof createTenantClient>): Promise<void> {
  const [centerStock] = (await business.call("supply_list_service_center_stocks"))["items"] as Record<string, string>[];
  const email = "leaver@example.com";
  await business.proposeAndWrite("supply_propose_withdrawal", "supply_approve_withdrawal", {
    stock_id: centerStock?.["stockId"],
    service_center_id: centerStock?.["serviceCenterId"],
    worker_id: email,
    email,
    quantity: 1,
  });
  const request = await business.rest("POST", "/v1/public/person-requests", { kind: "erasure", emails: [email] });
  await eventually(async () => {
    const { status } = await business.rest("GET", `/v1/public/person-requests/${String(request["_id"])}`);
    expect(status).toBe("completed");
  });
}

test("the operator may see the stream of events and give it more space; no process may do the second", async () => {
  const nats = await connect({ servers: backend.hosts.nats, user: "operator", pass: backend.natsOperatorPassword() });
  const { streams } = await nats.jetstreamManager();
  expect((await streams.info("EVENTS")).state.messages).toBeGreaterThan(0);
  expect((await streams.update("EVENTS", { max_bytes: 1_000_000_000 })).config.max_bytes).toBe(1_000_000_000);
  await nats.close();
  const allowed = Object.values(natsPermissions).flatMap(({ publish }) => publish);
  expect(allowed.filter((subject) => /STREAM\.(UPDATE|PURGE|DELETE)/.test(subject))).toEqual([]);
});

test("each service reconciles its records with its own user, and webhooks compares them with the events of the others", async () => {
  let output = "";
  for (const name of programNames.filter((found) => found !== "gateway")) {
    const env = { PATH: process.env["PATH"] ?? "", MONGODB_URL: backend.urlOf(name, "MONGODB_URL") };
    output += (await promisify(execFile)(process.execPath, [findEntry(name), "--reconcile"], { env })).stdout;
  }
  expect(output).toMatch(/webhooks: \d+ events of supply were compared with their deliveries/);
  expect(output).not.toContain("not compared");
});

/** The value of the first sample of a process whose line begins with `start`, or 0. */
async function readMetric(processName: string, start: string): Promise<number> {
  const text = await fetch(`${mesh.adminUrls[processName]}/metrics`).then((answer) => answer.text());
  const line = text.split("\n").find((found) => found.startsWith(start));
  return Number(line?.split(" ").at(-1) ?? 0);
}
