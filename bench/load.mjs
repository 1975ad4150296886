// A bounded load from a process of its own: so many connections, each sending its next call when the last one is answered.
import { Pool } from "undici";

/**
 * @param {{url: string, key: string, connections: number, seconds: number, call: (index: number) => object}} options
 * @returns {Promise<{calls: number, failed: number, perSecond: number, p50: number, p99: number}>} milliseconds
 */
export async function load({ url, key, connections, seconds, call }) {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "x-api-key": key,
  };
  const took = [];
  let failed = 0;
  let sent = 0;
  const started = performance.now();
  const end = started + seconds * 1000;

  async function connection() {
    while (performance.now() < end) {
      const index = sent++;
      const begun = performance.now();
      const { statusCode, body } = await pool.request({
        method: "POST",
        path: "/mcp",
        headers,
        body: JSON.stringify({ jsonrpc: "2.0", id: index, method: "tools/call", params: call(index) }),
      });
      const answer = await body.text();
      took.push(performance.now() - begun);
      // An answer without a result is as good as no answer.
      if (statusCode !== 200 || !answer.includes('"structuredContent"')) failed += 1;
    }
  }

  await Promise.all(Array.from({ length: connections }, connection));
  const perSecond = took.length / ((performance.now() - started) / 1000);
  await pool.close();
  took.sort((a, b) => a - b);
  const at = (share) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? Number.NaN;
  return { calls: took.length, failed, perSecond, p50: at(0.5), p99: at(0.99) };
}
