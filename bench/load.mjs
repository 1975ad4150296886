// Sends calls for a given time: each connection sends its next call when its last one was answered.
import { Pool } from "undici";

/**
 * @param {{url: string, key: string, connections: number, seconds: number, call: (index: number) => object}} options
 * @returns {Promise<{calls: number, failed: number, perSecond: number, p50: number, p99: number}>} milliseconds
 */
export async function measureLoad({ url, key, connections, seconds, call }) {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "x-api-key": key,
  };
  const durations = [];
  let failed = 0;
  let sent = 0;
  const started = performance.now();
  const end = started + seconds * 1000;

  async function runConnection() {
    while (performance.now() < end) {
      const index = sent++;
      const callStarted = performance.now();
      const { statusCode, body } = await pool.request({
        method: "POST",
        path: "/mcp",
        headers,
        body: JSON.stringify({ jsonrpc: "2.0", id: index, method: "tools/call", params: call(index) }),
      });
      const answer = await body.text();
      durations.push(performance.now() - callStarted);
      // An answer without a result counts as failed.
      if (statusCode !== 200 || !answer.includes('"structuredContent"')) failed += 1;
    }
  }

  await Promise.all(Array.from({ length: connections }, runConnection));
  const perSecond = durations.length / ((performance.now() - started) / 1000);
  await pool.close();
  durations.sort((a, b) => a - b);
  const getQuantile = (share) =>
    durations[Math.min(durations.length - 1, Math.floor(durations.length * share))] ?? Number.NaN;
  return { calls: durations.length, failed, perSecond, p50: getQuantile(0.5), p99: getQuantile(0.99) };
}
