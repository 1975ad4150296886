// node check-one.mjs <adapter>: the checks with one client library. Prints one line of JSON and exits with 1 if one failed.
import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { programs, startProgram } from "./other-languages/programs.mjs";
import { callOperator, signIn } from "./sign-in.mjs";

const [adapter] = process.argv.slice(2);
const { MCP_URL: url, MCP_KEY: key } = process.env;
const program = programs[adapter];
const { connect } = program
  ? { connect: ({ headers }) => startProgram(program, headers["X-API-Key"]) }
  : await import(`./adapters/${adapter}.mjs`);
const connectWith = (apiKey) => connect({ url, headers: { "X-API-Key": apiKey } });
const results = {};

async function check(name, run) {
  try {
    results[name] = (await run()) ?? "yes";
  } catch (error) {
    results[name] = `no: ${String(error.message).slice(0, 160)}`;
    process.exitCode = 1;
  }
}

const item = { name: `Matrix ${adapter} ${Date.now()}`, available_stock: 3 };
const client = await connectWith(key);

await check("lists all tools", async () => String((await client.listNames()).length));
await check("reads", async () => {
  const { text, isError } = await client.call("supply_list_stocks", { limit: 2 });
  assert.equal(isError, false, text);
  assert.ok(JSON.parse(text).items.length <= 2);
});
await check("previews and writes once", async () => {
  const preview = await client.call("roulettes_propose_item", item);
  const { proposal_token } = JSON.parse(preview.text);
  const first = JSON.parse((await client.call("roulettes_create_item", { ...item, proposal_token })).text);
  const again = JSON.parse((await client.call("roulettes_create_item", { ...item, proposal_token })).text);
  assert.equal(first.status, "created");
  assert.equal(again._id, first._id);
});
await check("shows a refusal", async () => {
  const { text, isError } = await client.call("roulettes_get_roulette", { roulette_id: "rlt_unknown" });
  assert.equal(isError, true, text);
  assert.match(text, /Roulette not found/);
});
await check("counts, as the outputSchema says", async () => {
  const [collection, metric] = ["withdrawals", "units"];
  const listed = await readAnswer("analytics_list_collections", { collection, dimension: "product" });
  assert.deepEqual([listed.collections[0].name, listed.values.length > 0], [collection, true]);
  const [{ value, count }] = listed.values;
  const filters = [{ field: "product", values: [value] }];
  const query = {
    collection,
    metrics: ["count", metric],
    group_by: ["product"],
    interval: "none",
    last_days: 400,
    filters,
  };
  const { rows, totals } = await readAnswer("analytics_query", query);
  assert.deepEqual([rows.length, rows[0].dimensions.product.value, totals.count], [1, value, count]);
  return client.checksAnswers ? "yes, checked by the library too" : "yes";
});
await check("waits for a person, and gets the answer of what was approved", async () => {
  const { agent, call } = await createApproving("roulettes_create_item");
  const proposed = JSON.parse((await agent.call("roulettes_propose_item", item)).text);
  const write = async () => {
    const { text, isError } = await agent.call("roulettes_create_item", {
      ...{ ...item, proposal_token: proposed.proposal_token },
    });
    assert.equal(isError, false, text);
    return JSON.parse(text);
  };
  const { status, approval } = await write();
  assert.deepEqual([status, approval.url], ["approval_pending", proposed.approval.url]);
  const decision = { decision: "approve", revision: 1, policyVersion: 1 };
  await call("POST", `/approvals/${approval.id}/decision`, decision);
  let written = await write();
  while (written.status === "approval_pending") written = await write();
  assert.equal(written.status, "created");
  assert.deepEqual(await write(), written);
  agent.close();
});
for (const provider of client.providers ?? []) {
  await check(provider, async () => `${await client.sendToProvider(provider)} tools`);
}

/** A business with a rule about this tool, its agent, and calls of the person who decides. */
async function createApproving(tool) {
  const place = { country: "MX", currency: "MXN", timeZone: "America/Mexico_City" };
  const { _id: businessId } = await callOperator("/businesses", { name: "Matrix", ...place });
  const created = await callOperator(`/businesses/${businessId}/keys`, { name: "Matrix", toolsets: ["all"] });
  const { cookie, appUrl } = await signIn(businessId);
  const call = async (method, path, body) => {
    const headers = { cookie, "sec-fetch-site": "same-origin", "content-type": "application/json" };
    const request = { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(`${appUrl}/v1/console/businesses/${businessId}${path}`, request);
    assert.equal(answer.status, 200, await answer.text());
  };
  const rule = {
    ...{ name: "Items", tools: [tool], areas: [], irreversible: false, callers: [] },
    ...{ atLeast: null, dailyAllowance: null, needs: "one", lapsesAfterHours: 1 },
  };
  await call("PUT", "/approval-policy", { version: 0, rules: [rule] });
  return { agent: await connectWith(created.key), call };
}

/** The answer as the library hands it over: as an object, or as text. */
async function readAnswer(tool, args) {
  const { text, structured = JSON.parse(text), isError } = await client.call(tool, args);
  assert.equal(isError, false, text);
  const { outputSchema } = (await listTools()).find(({ name }) => name === tool);
  const ajv = new Ajv2020({ strict: false });
  assert.ok(ajv.validate(outputSchema, structured), ajv.errorsText());
  return structured;
}

/** Without a library, because several show no `outputSchema`. */
async function listTools() {
  const headers = { "X-API-Key": key, "content-type": "application/json" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
  return (await (await fetch(url, { method: "POST", headers, body })).json()).result.tools;
}

process.stdout.write(`${JSON.stringify(results)}\n`);
await client.close();
// Some libraries keep timers or sockets; the checks are over.
process.exit();
