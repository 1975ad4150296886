import { readFile } from "node:fs/promises";
import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Collector, kinds, type Receiver, type SentSpan, startCollector, startReceiver } from "./support/collector.js";
import { aWithdrawal, type Business, givenCenterStock, type House, send, startHouse } from "./support/house.js";

let house: House;
let collector: Collector;
let receiver: Receiver;
let business: Business;

beforeAll(async () => {
  [collector, receiver] = await Promise.all([startCollector(), startReceiver()]);
  house = await startHouse({
    env: {
      all: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test" },
      webhooks: { WEBHOOK_ALLOW_HTTP: "true", WEBHOOK_EGRESS_ALLOW: "127.0.0.1/32" },
    },
  });
  business = await house.newBusiness();
});
afterAll(async () => {
  await house.stop();
  await Promise.all([collector.close(), receiver.close()]);
});

const hex = (length: number) => Array.from({ length }, () => Math.floor(Math.random() * 16).toString(16)).join("");

describe("the trace of one withdrawal", () => {
  const traceId = hex(32);
  const ofAgent = hex(16);
  let trace: SentSpan[];
  const named = (service: string, name: string | RegExp, kind: number): SentSpan => {
    const found = trace.filter(
      (span) =>
        span.service === service &&
        span.kind === kind &&
        (typeof name === "string" ? span.name === name : name.test(span.name)),
    );
    expect(found, `${service}: ${String(name)}`).toHaveLength(1);
    return found[0] as SentSpan;
  };

  beforeAll(async () => {
    const { ids } = await givenCenterStock(house, business, 10);
    const wanted = { url: receiver.url, events: ["withdrawal.created"] };
    const endpoint = await house.rest(business, "POST", "/v1/public/webhooks/endpoints", wanted);
    expect(endpoint.status).toBe(201);
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "supply_approve_withdrawal",
        arguments: aWithdrawal(ids),
        _meta: { traceparent: `00-${traceId}-${ofAgent}-01` },
      },
    };
    // The trace that HTTP brings is that of a proxy on the way, so the agent's own counts more.
    const headers = { "x-api-key": business.key, traceparent: `00-${hex(32)}-${hex(16)}-01` };
    const answer = await send("POST", `${house.url}/mcp`, call, headers);
    expect(answer.body).toMatchObject({ result: { structuredContent: { _id: expect.any(String) } } });
    trace = await eventually(() => {
      const spans = collector.spans.filter((span) => span.traceId === traceId);
      expect(spans.some(({ name }) => name === "POST webhook")).toBe(true);
      expect(spans.some(({ name }) => name === "POST /mcp")).toBe(true);
      expect(spans.some(({ name }) => name.startsWith("process "))).toBe(true);
      return spans;
    }, 30_000);
  });

  test("leads from the agent through gateway, service and database to the tenant's webhook, each hop under the one before", () => {
    const rpc = "tenantops.supply.v1.SupplyService/ApproveWithdrawal";
    const event = "events.supply.{business}.WithdrawalApproved";
    const hops = [
      named("gateway", "POST /mcp", kinds.server),
      named("gateway", "tools/call supply_approve_withdrawal", kinds.internal),
      named("gateway", rpc, kinds.client),
      named("supply", rpc, kinds.server),
      named("supply", `publish ${event}`, kinds.producer),
      named("webhooks", `process ${event}`, kinds.consumer),
      named("webhooks", "POST webhook", kinds.client),
    ];
    const parents = [ofAgent, ...hops.map(({ spanId }) => spanId)];
    expect(hops.map(({ parentSpanId }) => parentSpanId)).toEqual(parents.slice(0, -1));
    expect(hops.filter(({ isError }) => isError)).toEqual([]);
  });

  test("shows every command that the database got, under the call that sent it", () => {
    const server = named("supply", /ApproveWithdrawal$/, kinds.server);
    const commands = trace.filter((span) => span.service === "supply" && span.attributes["db.system.name"] === "mongodb");
    expect(new Set(commands.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([server.spanId]));
    const names = commands.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["find stocks", "bulkWrite", "commitTransaction"]));

    const consumer = named("webhooks", /^process /, kinds.consumer);
    const ofListener = trace.filter((span) => span.service === "webhooks" && "db.system.name" in span.attributes);
    expect(ofListener.map(({ parentSpanId }) => parentSpanId)).toContain(consumer.spanId);
  });

  test("names the business, the request and the systems as the semantic conventions do, and nobody's data", () => {
    expect(named("supply", /ApproveWithdrawal$/, kinds.server).attributes).toMatchObject({
      "rpc.system": "grpc",
      "rpc.service": "tenantops.supply.v1.SupplyService",
      "rpc.method": "ApproveWithdrawal",
      "tenantops.business_id": business.businessId,
      "tenantops.request_id": expect.stringMatching(/^req_/),
    });
    expect(named("webhooks", /^process /, kinds.consumer).attributes).toMatchObject({ "messaging.system": "nats" });
    expect(named("webhooks", "POST webhook", kinds.client).attributes["http.response.status_code"]).toBe(204);
    const sent = JSON.stringify(collector.spans);
    for (const word of ["worker@example.com", "Gloves", "North", business.key]) expect(sent).not.toContain(word);
  });
});

describe("without an agent's trace", () => {
  test("the caller's HTTP traceparent is the parent of the request", async () => {
    const [traceId, parent] = [hex(32), hex(16)];
    await house.done(business, "supply_list_stocks", {}, { headers: { traceparent: `00-${traceId}-${parent}-01` } });
    await eventually(() => {
      const ofRequest = collector.spans.find((span) => span.traceId === traceId && span.name === "POST /mcp");
      expect(ofRequest?.parentSpanId).toBe(parent);
    });
  });

  test("a caller that does not want to be recorded is not", async () => {
    const traceId = hex(32);
    await house.done(business, "supply_list_stocks", {}, { headers: { traceparent: `00-${traceId}-${hex(16)}-00` } });
    const after = hex(32);
    await house.done(business, "supply_list_stocks", {}, { headers: { traceparent: `00-${after}-${hex(16)}-01` } });
    await eventually(() => expect(collector.spans.filter((span) => span.traceId === after).length).toBeGreaterThan(3));
    expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
  });
});

describe("the request id of an error answer", () => {
  test("finds the log lines of every service that worked on the call, with one trace id", async () => {
    const flow = {
      name: "Summer",
      slug: `summer-${hex(8)}`,
      redirect_type: "roulette",
      redirect_target_id: "roulette_that_is_not_there",
    };
    const { status, body } = await house.tool(business, "flows_approve_create_flow", flow);
    expect([status, body["error"]]).toEqual([404, "target_not_found"]);

    const lines = await eventually(async () => {
      const found = await linesWith(String(body["request_id"]), ["gateway", "flows", "roulettes"]);
      expect(found.map(({ process }) => process)).toEqual(["gateway", "flows", "roulettes"]);
      return found;
    });
    expect(new Set(lines.map(({ entry }) => entry["traceId"])).size).toBe(1);
    expect(lines.map(({ entry }) => entry["businessId"])).toEqual(Array(3).fill(business.businessId));
  });
});

/** The finished pieces of work that carry this request id, one per process. */
async function linesWith(requestId: string, processes: string[]) {
  const found: { process: string; entry: Record<string, unknown> }[] = [];
  for (const process of processes) {
    const text = await readFile(house.mesh.processes[process]?.logFile ?? "", "utf8");
    const entries = text.split("\n").filter((line) => line.includes(requestId));
    const [first] = entries.map((line) => JSON.parse(line) as Record<string, unknown>);
    if (first) found.push({ process, entry: first });
  }
  return found;
}
