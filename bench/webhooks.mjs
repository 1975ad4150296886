// node bench/webhooks.mjs: deliveries a second to 100 healthy endpoints with one and with two workers, and the time from an
// event to its receipt. On a database and a broker of its own; the receiver is a plain server on loopback.
// Options: --events 50 (per tenant; each goes to ten endpoints) --samples 100. Prints Markdown for bench/README.md.
import { createServer } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { openHouse, until } from "../e2e/chaos/webhooks-house.mjs";

const { values } = parseArgs({
  options: { events: { type: "string", default: "50" }, samples: { type: "string", default: "100" } },
});
const [events, samples] = [Number(values.events), Number(values.samples)];
const tenantsCount = 10;
const endpointsEach = 10;
const deliveries = events * tenantsCount * endpointsEach;

const rows = [];
for (const workers of [1, 2]) rows.push(await measure(workers));
console.log(
  `\n${deliveries} deliveries to ${tenantsCount * endpointsEach} endpoints, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}\n`,
);
console.log("| Workers | Deliveries a second | Event to receipt p50 | p99 |\n| --- | --- | --- | --- |");
for (const { workers, perSecond, p50, p99 } of rows)
  console.log(`| ${workers} | ${perSecond} | ${p50} ms | ${p99} ms |`);

async function measure(workers) {
  const dataDir = await mkdtemp(join(tmpdir(), "bench-webhooks-"));
  const house = await openHouse({ dataDir, workers });
  const arrivals = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      arrivals.push(Date.now() - Date.parse(JSON.parse(body).timestamp));
      response.writeHead(204).end();
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const url = `http://127.0.0.1:${server.address().port}/`;
    const tenants = Array.from({ length: tenantsCount }, () => house.newTenant());
    for (const tenant of tenants) {
      for (let index = 0; index < endpointsEach; index += 1) await tenant.rest("POST", "/endpoints", { url });
    }
    const single = house.newTenant();
    await single.rest("POST", "/endpoints", { url });
    await single.announce(1);
    await until("the first", () => arrivals.length === 1);

    arrivals.length = 0;
    for (let index = 0; index < samples; index += 1) {
      await single.announce(1);
      await sleep(20);
    }
    await until("all samples", () => arrivals.length === samples);
    const latencies = arrivals.toSorted((a, b) => a - b);

    arrivals.length = 0;
    const begun = Date.now();
    await Promise.all(tenants.map((tenant) => tenant.announce(events)));
    await until("all deliveries", () => arrivals.length >= deliveries, 600_000);
    const perSecond = Math.round(deliveries / ((Date.now() - begun) / 1000));
    return {
      workers,
      perSecond,
      p50: latencies[Math.floor(samples * 0.5)],
      p99: latencies[Math.ceil(samples * 0.99) - 1],
    };
  } finally {
    server.closeAllConnections();
    server.close();
    await house.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
