// npm run smoke: does a mesh answer as it should? Against the one that `npm start` runs, or, with TENANT_OPS_URL,
// TENANT_OPS_KEY and TENANT_OPS_BUSINESS, against any other. There it only reads, unless --write is given.
import { tenant } from "./lib/gateway.mjs";
import { needMesh } from "./lib/living.mjs";
import { dim, green, note, red, say, sayFailure, seconds } from "./lib/say.mjs";

let failed = 0;
try {
  const { url, key, businessId, mayWrite } = await target();
  note("mesh", `${url}, business ${businessId ?? "of the key"}`);
  await smoke(tenant(url, { key, businessId }), { url, mayWrite, businessId });
  say(failed > 0 ? red(`\n${failed} of the steps failed`) : green("\nthe mesh answers as it should"));
} catch (error) {
  sayFailure("The smoke test", error);
  failed += 1;
}
process.exitCode = failed > 0 ? 1 : 0;

async function target() {
  const { TENANT_OPS_URL: url, TENANT_OPS_KEY: key, TENANT_OPS_BUSINESS: businessId } = process.env;
  if (url && key) return { url, key, businessId, mayWrite: process.argv.includes("--write") };
  const mesh = await needMesh();
  return { url: mesh.gatewayUrl, ...mesh.demo, mayWrite: true };
}

async function smoke(business, { url, mayWrite, businessId }) {
  const tools = await step("tools/list names the tools", async () => {
    const names = await business.toolNames();
    expect(names.length > 0, "no tool is listed");
    return [`${names.length} tools`, names];
  });
  const has = (name) => tools?.includes(name);
  for (const name of ["supply_list_stocks", "roulettes_list_roulettes", "learning_list_courses", "flows_list_flows"]) {
    if (!has(name)) continue;
    await step(`${name} answers`, async () => {
      const { items } = await business.call(name);
      expect(Array.isArray(items), "there is no list of items");
      return [`${items.length} items`];
    });
  }
  await step("a wrong key is refused with 401", async () => {
    const status = await statusOf(tenant(url, { key: "svc_live_wrong" }).call("supply_list_stocks"));
    expect(status === 401, `the status was ${status}`);
    return ["401"];
  });
  if (businessId) {
    await step("an access token works in place of the key", async () => {
      const { access_token: token, expires_in: lifetime } = await business.token();
      await business.callWithToken(token, "supply_list_stocks");
      return [`for ${lifetime} s`];
    });
    await step("GET /v1/public/webhooks answers", async () => {
      const log = await business.rest("GET", "/v1/public/webhooks");
      expect(Array.isArray(log), "the answer is not an array");
      return [`${log.length} deliveries`];
    });
  }
  if (mayWrite && has("supply_approve_withdrawal"))
    await step("propose, approve, approve again: one withdrawal", withdraw);

  async function withdraw() {
    const { items } = await business.call("supply_list_service_center_stocks");
    const held = items.find(({ currentStock }) => currentStock > 0);
    expect(held, "no center holds anything; `npm start` fills the demo business");
    const args = {
      stock_id: held.stockId,
      service_center_id: held.serviceCenterId,
      worker_id: "smoke-test",
      email: "smoke@example.com",
      quantity: 1,
    };
    const preview = await business.call("supply_propose_withdrawal", args);
    const approval = { ...args, proposal_token: preview.proposal_token };
    const first = await business.call("supply_approve_withdrawal", approval);
    const second = await business.call("supply_approve_withdrawal", approval);
    expect(first.status === "created", `the status was ${first.status}`);
    expect(first._id === second._id, "the same approval twice made two withdrawals");
    const after = (await business.call("supply_list_service_center_stocks")).items.find(({ _id }) => _id === held._id);
    expect(after.currentStock === held.currentStock - 1, `${held.currentStock} became ${after.currentStock}`);
    return [`${held.productName}: ${held.currentStock} → ${after.currentStock}`];
  }
}

/** Says how a step went. `work` returns `[what was seen, result]`; a failed step gives undefined and the next one runs. */
async function step(name, work) {
  const since = performance.now();
  try {
    const [seen, result] = await work();
    say(`${green("✓")} ${name}: ${seen} ${dim(`(${seconds(since)})`)}`);
    return result;
  } catch (error) {
    failed += 1;
    say(`${red("✗")} ${name}: ${error.message}`);
    return undefined;
  }
}

function expect(isTrue, otherwise) {
  if (!isTrue) throw new Error(otherwise);
}

async function statusOf(call) {
  try {
    await call;
    return 200;
  } catch (error) {
    return error.status ?? error.message;
  }
}
