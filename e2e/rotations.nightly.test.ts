import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createContextKeys, eventually } from "@tenant-ops/kit/testing";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatPublicKeys } from "../scripts/lib/mesh/issuers.mjs";
import { findEntry } from "../scripts/lib/mesh/mesh-plan.mjs";
import { loadSecrets } from "../scripts/lib/mesh/secrets.mjs";
import { startBackgroundWithdrawals } from "./support/faults/background-withdrawals.js";
import { createCertificates } from "./support/mesh/certificates.js";
import { scrape } from "./support/mesh/metrics.js";
import { balanceGateways, restartable, restartReplicas } from "./support/mesh/restart-replicas.js";
import { callThrough, startRoundRobin } from "./support/mesh/round-robin.js";
import {
  type Business,
  createCenterStock,
  type OwnTestMesh,
  readCurrentStock,
  requireProcess,
  sendJson,
  startTestMesh,
  withdrawalArguments,
} from "./support/mesh/test-mesh.js";
import { startWebhookReceiver } from "./support/calls/webhook-receiver.js";

const units = 100_000;
const folder = mkdtempSync(join(tmpdir(), "rotations-"));
const certificates = createCertificates(folder);
const createKey = () => randomBytes(32).toString("base64url");
const nextContextKeys = createContextKeys("gateway");
const next = { proposalSecret: createKey(), webhookKey: createKey(), operatorKey: createKey() };

let testMesh: OwnTestMesh;
let balancer: Awaited<ReturnType<typeof startRoundRobin>>;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
let before: Record<string, string>;
let behind: ReturnType<typeof balanceGateways>;
let business: Business;
let ids: object;

/** A setting that is read from a file, as a mounted Secret is. */
const inFile = (name: string) => ({ [name]: undefined, [`${name}_FILE`]: join(folder, name) });
const write = (name: string, ...values: string[]) => writeFileSync(join(folder, name), values.join(","));

beforeAll(async () => {
  [balancer, receiver] = await Promise.all([startRoundRobin(), startWebhookReceiver()]);
  const dataDir = mkdtempSync(join(tmpdir(), "rotations-mesh-"));
  before = await loadSecrets(dataDir);
  write("PROPOSAL_SECRET", before["proposalSecret"] ?? "");
  write("OPERATOR_KEYS", `local:${before["operatorKey"]}`);
  write("CALL_CONTEXT_PRIVATE_KEY", before["gatewayCallContextPrivateKey"] ?? "");
  write("CALL_CONTEXT_PUBLIC_KEYS", formatPublicKeys("supply", before));
  write("WEBHOOK_SECRET_KEY", before["webhookSecretKey"] ?? "");
  write("GRPC_TLS_MODE", "accept");
  const tls = { ...certificates.files, ...inFile("GRPC_TLS_MODE"), ...restartable };
  testMesh = await startTestMesh({
    dataDir,
    gateways: 2,
    services: ["supply", "webhooks"],
    replicas: { accounts: 2, supply: 2, webhooks: 2 },
    env: {
      gateway: {
        ...tls,
        PUBLIC_URL: balancer.url,
        ...inFile("PROPOSAL_SECRET"),
        ...inFile("OPERATOR_KEYS"),
        ...inFile("CALL_CONTEXT_PRIVATE_KEY"),
      },
      accounts: { ...tls, ...inFile("CALL_CONTEXT_PUBLIC_KEYS") },
      supply: { ...tls, ...inFile("CALL_CONTEXT_PUBLIC_KEYS") },
      webhooks: { ...tls, ...inFile("CALL_CONTEXT_PUBLIC_KEYS"), ...inFile("WEBHOOK_SECRET_KEY") },
    },
  });
  behind = balanceGateways(testMesh, balancer);
  business = await testMesh.createBusiness();
  ({ ids } = await createCenterStock(testMesh, business, units));
});
afterAll(async () => {
  balancer.close();
  receiver.close();
  await testMesh.stop();
});

const restartAll = () =>
  restartReplicas(testMesh, behind, [
    ...["accounts", "accounts-2", "supply", "supply-2", "webhooks", "webhooks-2", "gateway", "gateway-2"],
  ]);

/** Previews and approves, one after the other: each approval carries the token of its preview. */
function startApprovals() {
  const answers = new Map<string, number>();
  let approved = 0;
  let isStopped = false;
  const call = async (name: string, args: object) => {
    const { status, body } = await testMesh.callTool(business, name, args, { url: balancer.url });
    const answer = status === 200 ? "200" : `${name} ${status} ${String(body["error"])}`;
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
    return body;
  };
  const running = (async () => {
    while (!isStopped) {
      const args = withdrawalArguments({ ...ids, worker_id: "approver" });
      const { proposal_token: token } = await call("supply_propose_withdrawal", args);
      const { _id } = await call("supply_approve_withdrawal", { ...args, proposal_token: token });
      if (_id) approved += 1;
    }
  })();
  return { answers, stop: async () => ((isStopped = true), await running, approved) };
}

/** As `kubectl exec deployment/webhooks -- node /app/index.mjs --reencrypt-secrets` does it. */
async function reencrypt(): Promise<string> {
  const { mesh } = testMesh;
  const env = {
    ...process.env,
    MONGODB_URL: mesh.mongodbUrl,
    MONGODB_DATABASE: `${mesh.databasePrefix}webhooks`,
    NATS_URL: mesh.natsUrl,
    CALL_CONTEXT_PUBLIC_KEYS_FILE: join(folder, "CALL_CONTEXT_PUBLIC_KEYS"),
    WEBHOOK_SECRET_KEY_FILE: join(folder, "WEBHOOK_SECRET_KEY"),
  };
  const args = [findEntry("webhooks"), "--reencrypt-secrets"];
  return (await promisify(execFile)(process.execPath, args, { env })).stdout;
}

const listBusinesses = (key: string) =>
  Promise.all(
    testMesh.mesh.operatorUrls.map(
      async (url) =>
        (await sendJson("GET", `${url}/v1/admin/businesses`, undefined, { authorization: `Bearer ${key}` })).status,
    ),
  );

test("every key is replaced and plain gRPC becomes mutual TLS, under load, and no call, approval or webhook fails", async () => {
  const wanted = { url: receiver.url, events: ["withdrawal.created"] };
  const endpoint = await testMesh.callRestOrThrow(business, "POST", "/v1/public/webhooks/endpoints", wanted);
  const load = startBackgroundWithdrawals(callThrough(testMesh, balancer), business, ids, 2);
  const approvals = startApprovals();
  const [oldKeys, newKeys] = [formatPublicKeys("supply", before), nextContextKeys.publicKeys];

  // 1. Everything that checks knows the new key.
  write("PROPOSAL_SECRET", before["proposalSecret"] ?? "", next.proposalSecret);
  write("OPERATOR_KEYS", `local:${before["operatorKey"]}`, `local-2:${next.operatorKey}`);
  write("CALL_CONTEXT_PUBLIC_KEYS", oldKeys, newKeys);
  write("WEBHOOK_SECRET_KEY", before["webhookSecretKey"] ?? "", next.webhookKey);
  await restartAll();
  expect(await listBusinesses(next.operatorKey)).toEqual([200, 200]);

  // 2. The new key signs and encrypts, and calls go over TLS.
  write("PROPOSAL_SECRET", next.proposalSecret, before["proposalSecret"] ?? "");
  write("CALL_CONTEXT_PRIVATE_KEY", nextContextKeys.privateKey);
  write("WEBHOOK_SECRET_KEY", next.webhookKey, before["webhookSecretKey"] ?? "");
  write("GRPC_TLS_MODE", "prefer");
  await restartAll();
  expect(await reencrypt()).toContain(
    "1 secrets encrypted again. Now 1 use the first key, 0 an old one, 0 one that is",
  );

  // 3. The old key is removed, and plain calls are refused.
  write("PROPOSAL_SECRET", next.proposalSecret);
  write("OPERATOR_KEYS", `local-2:${next.operatorKey}`);
  write("CALL_CONTEXT_PUBLIC_KEYS", newKeys);
  write("WEBHOOK_SECRET_KEY", next.webhookKey);
  write("GRPC_TLS_MODE", "require");
  await restartAll();
  expect(await listBusinesses(next.operatorKey)).toEqual([200, 200]);
  expect(await listBusinesses(before["operatorKey"] ?? "")).toEqual([401, 401]);

  // 4. The certificate is renewed while everything runs.
  certificates.renew(30);
  const inTenDays = Date.now() / 1000 + 10 * 86_400;
  await eventually(async () => {
    for (const url of Object.values(testMesh.mesh.adminUrls)) {
      const { samples } = await scrape(url);
      const own = samples.find(
        ({ name, labels }) => name === "tenantops_certificate_not_after_seconds" && labels["certificate"] === "own",
      );
      expect(own?.value).toBeGreaterThan(inTenDays);
    }
  }, 60_000);

  await load.stop();
  const approved = await approvals.stop();
  expect([...load.answers.keys(), ...approvals.answers.keys()]).toEqual(["200", "200"]);
  const written = load.created.size + approved;
  expect(units - (await readCurrentStock(testMesh, business))).toBe(written);

  const verifier = new Webhook(String(endpoint["secret"]));
  await eventually(() => {
    const delivered = new Set(receiver.requests.map(({ headers }) => headers["webhook-id"]));
    expect(delivered.size).toBe(written);
  }, 60_000);
  for (const { body, headers } of receiver.requests.slice(-20)) expect(verifier.verify(body, headers)).toBeTruthy();
  // 24 restarts of ten seconds each; on a busy machine they take twice as long.
}, 600_000);

test("without a key that stored secrets need, webhooks does not start, and the other replica keeps running", async () => {
  write("WEBHOOK_SECRET_KEY", createKey());
  const one = requireProcess(testMesh, "webhooks-2");
  await one.stop(30_000);
  await expect(one.start()).rejects.toThrow(/WEBHOOK_SECRET_KEY: 1 stored secrets were encrypted with a key/);
  write("WEBHOOK_SECRET_KEY", next.webhookKey);
  await one.start();
});
