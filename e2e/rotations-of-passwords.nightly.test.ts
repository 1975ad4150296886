import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { createContextKeys, eventually, startIdentityProvider } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BackendWithUsers, canSignIn, startBackendWithUsers } from "../deploy/setup/backend-with-users.testing.js";
import { formatPublicKeys } from "../scripts/lib/mesh/issuers.mjs";
import { findEntry } from "../scripts/lib/mesh/mesh-plan.mjs";
import { loadSecrets } from "../scripts/lib/mesh/secrets.mjs";
import { findFreePort } from "../scripts/lib/process/ports.mjs";
import { startBackgroundWithdrawals } from "./support/faults/background-withdrawals.js";
import { createPersonBehind, joinBusiness, type Person } from "./support/people/people.js";
import { balanceGateways, restartable, restartReplicas } from "./support/mesh/restart-replicas.js";
import { callThrough, startRoundRobin } from "./support/mesh/round-robin.js";
import {
  type Business,
  createCenterStock,
  type OwnTestMesh,
  readCurrentStock,
  startTestMesh,
} from "./support/mesh/test-mesh.js";
import { startWebhookReceiver } from "./support/calls/webhook-receiver.js";
import { createWinningRoulette } from "./support/records/winning-roulette.js";

const units = 100_000;
const parts = [
  "gateway",
  "accounts",
  "approvals",
  "supply",
  "roulettes",
  "learning",
  "flows",
  "webhooks",
  "analytics",
  "console",
];
const replicated = ["accounts", "approvals", "supply", "roulettes", "flows", "webhooks", "console"];
const folder = mkdtempSync(join(tmpdir(), "passwords-"));
const account = { sub: "luz", email: "luz@acme.example.com", email_verified: true };
const createKey = () => randomBytes(32).toString("base64url");
const nextFlowsKeys = createContextKeys("flows");
const nextConsoleKeys = createContextKeys("console");
const [nextFlowSecretKey, nextLinkSecret] = [createKey(), createKey()];

let backend: BackendWithUsers;
let testMesh: OwnTestMesh;
let balancer: Awaited<ReturnType<typeof startRoundRobin>>;
let consoleBalancer: Awaited<ReturnType<typeof startRoundRobin>>;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let before: Record<string, string>;
let behind: ReturnType<typeof balanceGateways>;
let business: Business;
let ids: object;
let rouletteId: string;
let person: Person;
let identityProvider: Awaited<ReturnType<typeof startIdentityProvider>>;

/** A setting of one process that is read from a file, as a mounted Secret is. */
const inFile = (part: string, name: string) => ({
  [name]: undefined,
  [`${name}_FILE`]: join(folder, `${part}-${name}`),
});
const write = (part: string, name: string, ...values: string[]) =>
  writeFileSync(join(folder, `${part}-${name}`), values.join(","));
/** What `owner` trusts: the keys of the mesh, and others behind them. */
const writePublicKeys = (owner: string, part: string, ...others: string[]) =>
  write(part, "CALL_CONTEXT_PUBLIC_KEYS", formatPublicKeys(owner, before), ...others);

beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "passwords-mesh-"));
  [balancer, consoleBalancer, receiver, identityProvider, backend] = await Promise.all([
    startRoundRobin(),
    startRoundRobin(),
    startWebhookReceiver(),
    startIdentityProvider(),
    startBackendWithUsers(folder),
  ]);
  before = await loadSecrets(dataDir);
  write("flows", "CALL_CONTEXT_PRIVATE_KEY", before["flowsCallContextPrivateKey"] ?? "");
  write("flows", "FLOW_SECRET_KEY", before["flowSecretKey"] ?? "");
  write("console", "CALL_CONTEXT_PRIVATE_KEY", before["consoleCallContextPrivateKey"] ?? "");
  write("console", "LINK_SECRET", before["linkSecret"] ?? "");
  for (const name of ["roulettes", "learning"]) writePublicKeys(name, name);
  writePublicKeys("accounts", "accounts");
  const consolePorts = [["console", await findFreePort()] as const, ["console-2", await findFreePort()] as const];
  const keys: Record<string, object> = {
    gateway: { PUBLIC_URL: balancer.url, CONSOLE_HTTP_URL: consoleBalancer.url },
    accounts: inFile("accounts", "CALL_CONTEXT_PUBLIC_KEYS"),
    roulettes: inFile("roulettes", "CALL_CONTEXT_PUBLIC_KEYS"),
    learning: inFile("learning", "CALL_CONTEXT_PUBLIC_KEYS"),
    flows: { ...inFile("flows", "CALL_CONTEXT_PRIVATE_KEY"), ...inFile("flows", "FLOW_SECRET_KEY") },
    console: { ...inFile("console", "CALL_CONTEXT_PRIVATE_KEY"), ...inFile("console", "LINK_SECRET") },
  };
  testMesh = await startTestMesh({
    dataDir,
    mongodbUrl: "read from a file by each process",
    natsUrl: `nats://${backend.hosts.nats}`,
    databasePrefix: "",
    gateways: 2,
    // Over HTTP the gateway knows one address of a service.
    ports: Object.fromEntries(consolePorts.map(([name, http]) => [name, { http }])),
    replicas: Object.fromEntries(replicated.map((name) => [name, 2])),
    env: Object.fromEntries(
      parts.map((name) => [name, { ...backend.settingsOf(name), ...restartable, ...keys[name] }]),
    ),
  });
  const consoles = consolePorts.map(([name, http]) => [name, `http://127.0.0.1:${http}`] as const);
  consoleBalancer.targets.push(...consoles.map(([, url]) => url));
  behind = {
    ...balanceGateways(testMesh, balancer),
    ...Object.fromEntries(consoles.map(([name, url]) => [name, { balancer: consoleBalancer, url }])),
  };
  business = await testMesh.createBusiness();
  ({ ids } = await createCenterStock(testMesh, business, units));
  rouletteId = await createWinningRoulette(testMesh, business);
  person = await joinBusiness(testMesh, business.businessId);
});
afterAll(async () => {
  balancer?.close();
  consoleBalancer?.close();
  receiver?.close();
  identityProvider?.close();
  await testMesh?.stop();
  await backend?.stop();
});

const restart = (...names: string[]) =>
  restartReplicas(
    testMesh,
    behind,
    names.flatMap((name) => (name === "gateway" || replicated.includes(name) ? [name, `${name}-2`] : [name])),
  );

/**
 * Calls that go from flows to roulettes and from console to accounts, and people who sign in with the identity provider of the business,
 * for some seconds each. One of each kind after the other.
 */
function startCallsBetweenServices() {
  const answers = new Map<string, number>();
  let isStopped = false;
  const count = (answer: string) => void answers.set(answer, (answers.get(answer) ?? 0) + 1);
  const repeat = async (call: () => Promise<void>) => {
    while (!isStopped) await call();
  };
  const createVisitor = (cookie?: string) => createPersonBehind(testMesh, balancer, cookie);
  const running = Promise.all([
    repeat(async () => {
      const slug = `flow-${randomUUID()}`;
      const args = { name: slug, slug, redirect_type: "roulette", redirect_target_id: rouletteId };
      const { status, body } = await testMesh.callTool(business, "flows_propose_create_flow", args, {
        url: balancer.url,
      });
      count(status === 200 ? "flow 200" : `flow ${status} ${String(body["error"])}`);
    }),
    repeat(async () => {
      const { status, body } = await createVisitor(person.cookie).call("GET", "/v1/console/session");
      count(status === 200 ? "session 200" : `session ${status} ${String(body?.error)}`);
    }),
    repeat(async () => {
      const form = { "content-type": "application/x-www-form-urlencoded" };
      const begun = await createVisitor().call("POST", `/sign-in/b/${business.businessId}`, undefined, form);
      const [, address] = begun.headers.get("refresh")?.split("url=") ?? [];
      const [cookie] = begun.headers.get("set-cookie")?.split(";") ?? [];
      // Records that were made with the first key must be found when another key is the first. One address may begin 200 sign-ins in ten minutes.
      await setTimeout(4000);
      if (!address) return count(`sign-in begun ${begun.status}`);
      const { pathname, search } = new URL(identityProvider.signIn(address, account));
      const { status } = await createVisitor(cookie).call("GET", `${pathname}${search}`);
      count(`sign-in ${status}`);
    }),
  ]);
  return { answers, stop: async () => ((isStopped = true), await running) };
}

/** As `kubectl exec deployment/<service> -- node /app/index.mjs --reencrypt-secrets` does it. */
async function reencrypt(service: "flows" | "console"): Promise<string> {
  const { addresses, appUrl } = testMesh.mesh;
  const own = {
    flows: {
      CALL_CONTEXT_PRIVATE_KEY: nextFlowsKeys.privateKey,
      FLOW_SECRET_KEY_FILE: join(folder, "flows-FLOW_SECRET_KEY"),
      ROULETTES_GRPC_URL: addresses["roulettes"]?.grpc,
      LEARNING_GRPC_URL: addresses["learning"]?.grpc,
    },
    console: {
      CALL_CONTEXT_PRIVATE_KEY: nextConsoleKeys.privateKey,
      LINK_SECRET_FILE: join(folder, "console-LINK_SECRET"),
      // Required, and not called.
      ACCOUNTS_GRPC_URL: "127.0.0.1:1",
      APPROVALS_GRPC_URL: "127.0.0.1:1",
      PUBLIC_URL: testMesh.url,
    },
  };
  const env = {
    ...process.env,
    MONGODB_URL: backend.urlOf(service, "MONGODB_URL"),
    NATS_URL: backend.urlOf(service, "NATS_URL"),
    CALL_CONTEXT_PUBLIC_KEYS: formatPublicKeys(service, before),
    APP_URL: appUrl,
    CONSOLE_URL: testMesh.url,
    ...own[service],
  };
  const args = [findEntry(service), "--reencrypt-secrets"];
  return (await promisify(execFile)(process.execPath, args, { env })).stdout;
}

test("the passwords of MongoDB and NATS and the keys of flows and console are replaced under load, and no call or webhook fails", async () => {
  await testMesh.callRestOrThrow(business, "PUT", "/v1/public/flows/bank-provider", {
    url: "http://127.0.0.1:9999/bank",
  });
  const { issuer, clientId, clientSecret } = identityProvider;
  const settings = { issuer, clientId, clientSecret, domains: ["acme.example.com"], role: "operator" };
  const stored = await person.call("PUT", `/v1/console/businesses/${business.businessId}/sign-in`, settings);
  expect(stored.status).toBe(200);
  const endpoint = { url: receiver.url, events: ["withdrawal.created"] };
  await testMesh.callRestOrThrow(business, "POST", "/v1/public/webhooks/endpoints", endpoint);
  const load = startBackgroundWithdrawals(callThrough(testMesh, balancer), business, ids, 2);
  const calls = startCallsBetweenServices();
  const oldUrls = parts.flatMap((name) => [
    ...(name === "gateway" ? [] : [backend.urlOf(name, "MONGODB_URL")]),
    backend.urlOf(name, "NATS_URL"),
  ]);

  // 1. Second users at MongoDB and NATS, in the addresses of all processes; what checks call contexts knows the new keys as well.
  await backend.rotatePasswords("begin");
  for (const name of ["roulettes", "learning"]) writePublicKeys(name, name, nextFlowsKeys.publicKeys);
  writePublicKeys("accounts", "accounts", nextConsoleKeys.publicKeys);
  write("flows", "FLOW_SECRET_KEY", before["flowSecretKey"] ?? "", nextFlowSecretKey);
  write("console", "LINK_SECRET", before["linkSecret"] ?? "", nextLinkSecret);
  await restart(...parts);

  // 2. The first users are removed; the new keys sign and encrypt.
  await backend.rotatePasswords("end");
  write("flows", "CALL_CONTEXT_PRIVATE_KEY", nextFlowsKeys.privateKey);
  write("flows", "FLOW_SECRET_KEY", nextFlowSecretKey, before["flowSecretKey"] ?? "");
  write("console", "CALL_CONTEXT_PRIVATE_KEY", nextConsoleKeys.privateKey);
  write("console", "LINK_SECRET", nextLinkSecret, before["linkSecret"] ?? "");
  await restart("flows", "console");
  for (const service of ["flows", "console"] as const) {
    expect(await reencrypt(service)).toContain(
      "1 secrets encrypted again. Now 1 use the first key, 0 an old one, 0 one that is",
    );
  }

  // 3. The old keys are removed everywhere.
  const writeWithout = (name: string, replaced: string, next: string) => {
    const kept = formatPublicKeys(name, before)
      .split(",")
      .filter((key) => !key.startsWith(`${replaced}:`));
    write(name, "CALL_CONTEXT_PUBLIC_KEYS", ...kept, next);
  };
  for (const name of ["roulettes", "learning"]) writeWithout(name, "flows", nextFlowsKeys.publicKeys);
  writeWithout("accounts", "console", nextConsoleKeys.publicKeys);
  write("flows", "FLOW_SECRET_KEY", nextFlowSecretKey);
  write("console", "LINK_SECRET", nextLinkSecret);
  await restart("roulettes", "learning", "accounts", "flows", "console");

  await load.stop();
  await calls.stop();
  expect([...load.answers.keys()]).toEqual(["200"]);
  expect([...calls.answers.keys()].sort()).toEqual(["flow 200", "session 200", "sign-in 303"]);
  expect(await Promise.all(oldUrls.map(canSignIn))).toEqual(oldUrls.map(() => false));
  expect(units - (await readCurrentStock(testMesh, business))).toBe(load.created.size);
  await eventually(() => {
    const delivered = new Set(receiver.requests.map(({ headers }) => headers["webhook-id"]));
    expect(delivered.size).toBe(load.created.size);
  }, 60_000);
  // 31 restarts of ten seconds each; on a busy machine they take twice as long.
}, 900_000);
