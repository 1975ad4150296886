// node check-one.mjs <adapter>: the checks with one client library. Prints one line of JSON and exits with 1 if one failed.
import assert from "node:assert/strict";
import { programs, startProgram } from "./other-languages/programs.mjs";

const [adapter] = process.argv.slice(2);
const { MCP_URL: url, MCP_KEY: key } = process.env;
const program = programs[adapter];
const { connect } = program ? { connect: () => startProgram(program) } : await import(`./adapters/${adapter}.mjs`);
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
const client = await connect({ url, headers: { "X-API-Key": key } });

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
for (const provider of client.providers ?? []) {
  await check(provider, async () => `${await client.sendToProvider(provider)} tools`);
}
process.stdout.write(`${JSON.stringify(results)}\n`);
await client.close();
// Some libraries keep timers or sockets; the checks are over.
process.exit();
