// The process that load.mjs starts. Each connection sends its next call when its last one was answered.
import { once } from "node:events";
import { Pool } from "undici";
import { operations } from "./load.mjs";

// Ends with the process that started it, however that one ends.
process.on("disconnect", () => process.exit());
process.on("message", (options) => {
  if (options !== "begin") measure(options).catch((error) => process.send({ error: error.stack }));
});

async function measure({ url, key, businessId, pairs, operation, connections, calls, hasProposals }) {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const send = createSender(pool, key);
  const { createArguments, tool, proposeTool, path } = operations[operation];
  const list = Array.from({ length: calls }, (_, index) => createArguments(pairs, index));
  if (hasProposals && proposeTool) {
    // As agents do: each approval carries the token of its own preview. Previews are not measured.
    await sendAll(list, connections, async (given, index) => {
      const { result } = await send(proposeTool, given);
      list[index] = { ...given, proposal_token: result?.structuredContent?.proposal_token };
    });
  }
  process.send({ isReady: true });
  await once(process, "message");

  const durations = [];
  const failures = [];
  const started = performance.now();
  await sendAll(list, connections, async (given) => {
    const callStarted = performance.now();
    const { status, text } = path ? await read(pool, path, key, businessId) : await send.raw(tool, given);
    durations.push(performance.now() - callStarted);
    if (status !== 200 || !text.includes(path ? '"items"' : '"structuredContent"') || text.includes('"isError":true'))
      failures.push(text);
  });
  const perSecond = durations.length / ((performance.now() - started) / 1000);
  await pool.close();
  durations.sort((a, b) => a - b);
  const getQuantile = (share) => durations[Math.min(durations.length - 1, Math.floor(durations.length * share))];
  process.send({
    calls: durations.length,
    failed: failures.length,
    firstFailure: failures[0]?.slice(0, 300),
    perSecond,
    p50: getQuantile(0.5),
    p99: getQuantile(0.99),
  });
}

async function read(pool, path, key, businessId) {
  const answer = await pool.request({
    path,
    method: "GET",
    headers: { "x-api-key": key, "x-business-id": businessId },
  });
  return { status: answer.statusCode, text: await answer.body.text() };
}

function createSender(pool, key) {
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "x-api-key": key,
  };
  let sent = 0;
  const raw = async (name, args) => {
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: ++sent,
      method: "tools/call",
      params: { name, arguments: args },
    });
    const answer = await pool.request({ method: "POST", path: "/mcp", headers, body });
    return { status: answer.statusCode, text: await answer.body.text() };
  };
  const send = async (name, args) => JSON.parse((await raw(name, args)).text);
  return Object.assign(send, { raw });
}

async function sendAll(list, connections, send) {
  let next = 0;
  const runConnection = async () => {
    while (next < list.length) {
      const index = next++;
      await send(list[index], index);
    }
  };
  await Promise.all(Array.from({ length: connections }, runConnection));
}
