// npm run smoke: a few calls that show whether a mesh works. Tests the mesh of `npm start`, or another one chosen by
// TENANT_OPS_URL, TENANT_OPS_KEY and TENANT_OPS_BUSINESS; that one is only read, unless --write is given.
import { parseArgs } from "node:util";
import { dim, formatElapsed, green, print, printFailure, printStep, red } from "./lib/console.mjs";
import { createTenantClient } from "./lib/mesh/gateway-client.mjs";
import { requireRunningMesh } from "./lib/mesh/running-mesh.mjs";

let failed = 0;
try {
  const target = await findTarget();
  printStep("mesh", `${target.url}, business ${target.businessId ?? "of the key"}`);
  await testMesh(createTenantClient(target.url, target), target);
  print(failed > 0 ? red(`\n${failed} steps failed`) : green("\nall steps passed"));
} catch (error) {
  printFailure("The smoke test", error);
  failed += 1;
}
process.exitCode = failed > 0 ? 1 : 0;

async function findTarget() {
  const { values } = parseArgs({ options: { write: { type: "boolean", default: false } } });
  const { TENANT_OPS_URL: url, TENANT_OPS_KEY: key, TENANT_OPS_BUSINESS: businessId } = process.env;
  if (url && key) return { url, key, businessId, mayWrite: values.write };
  const mesh = await requireRunningMesh();
  return { url: mesh.gatewayUrl, ...mesh.demo, mayWrite: true };
}

async function testMesh(business, { url, key, mayWrite, businessId }) {
  const tools = await testStep("tools/list returns the tools", async () => {
    const names = await business.listToolNames();
    assert(names.length > 0, "the list is empty");
    return [`${names.length} tools`, names];
  });
  const hasTool = (name) => tools?.includes(name);
  for (const name of ["supply_list_stocks", "roulettes_list_roulettes", "learning_list_courses", "flows_list_flows"]) {
    if (hasTool(name)) await testStep(`${name} answers`, () => testListTool(business, name));
  }
  if (hasTool("analytics_query")) await testStep("analytics_query answers", () => testQuery(business));
  await testStep("a wrong key is refused with 401", () => testWrongKey(url));
  if (businessId) {
    await testStep("an access token works instead of the key", () => testAccessToken(business));
    await testStep("GET /v1/public/webhooks answers", () => testWebhooksLog(url, key, businessId));
  }
  if (mayWrite && hasTool("supply_approve_withdrawal"))
    await testStep("propose, approve, approve again: one withdrawal", () => testWithdrawal(business));
}

/** Prints the result of a step. `test` returns `[summary, result]`; after a failed step the next one runs. */
async function testStep(name, test) {
  const since = performance.now();
  try {
    const [summary, result] = await test();
    print(`${green("✓")} ${name}: ${summary} ${dim(`(${formatElapsed(since)})`)}`);
    return result;
  } catch (error) {
    failed += 1;
    print(`${red("✗")} ${name}: ${error.message}`);
    return undefined;
  }
}

async function testListTool(business, name) {
  const { items } = await business.call(name);
  assert(Array.isArray(items), "the answer has no list of items");
  return [`${items.length} items`];
}

/** From the gateway over analytics to supply. */
async function testQuery(business) {
  const { rows } = await business.call("analytics_query", { collection: "withdrawals", metrics: ["units"] });
  assert(Array.isArray(rows), "the answer has no list of rows");
  return [`${rows.length} rows`];
}

async function testWrongKey(url) {
  const call = createTenantClient(url, { key: "svc_live_wrong" }).call("supply_list_stocks");
  const status = await call.then(() => 200).catch((error) => error.status ?? error.message);
  assert(status === 401, `the status was ${status}`);
  return ["401"];
}

async function testAccessToken(business) {
  const { access_token: token, expires_in: lifetime } = await business.createToken();
  await business.callWithToken(token, "supply_list_stocks");
  return [`valid for ${lifetime} s`];
}

async function testWebhooksLog(baseUrl, apiKey, businessId) {
  const { createClient } = await import("@tenant-ops/client");
  const log = await createClient({ baseUrl, apiKey, businessId }).webhooks.readWebhookLog();
  return [`${log.length} deliveries`];
}

async function testWithdrawal(business) {
  const { items } = await business.call("supply_list_service_center_stocks");
  const before = items.find(({ currentStock }) => currentStock > 0);
  assert(before, "no center has stock; `npm start` fills the demo business");
  const args = {
    stock_id: before.stockId,
    service_center_id: before.serviceCenterId,
    worker_id: "smoke-test",
    email: "smoke@example.com",
    quantity: 1,
  };
  const preview = await business.call("supply_propose_withdrawal", args);
  const approval = { ...args, proposal_token: preview.proposal_token };
  const first = await business.call("supply_approve_withdrawal", approval);
  const second = await business.call("supply_approve_withdrawal", approval);
  assert(first.status === "created", `the status was ${first.status}`);
  assert(first._id === second._id, "the same approval twice created two withdrawals");
  const after = (await business.call("supply_list_service_center_stocks")).items.find(({ _id }) => _id === before._id);
  assert(after.currentStock === before.currentStock - 1, `${before.currentStock} became ${after.currentStock}`);
  return [`${before.productName}: ${before.currentStock} → ${after.currentStock}`];
}

function assert(isTrue, message) {
  if (!isTrue) throw new Error(message);
}
