import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderDashboard } from "../deploy/telemetry/dashboard.mjs";
import { readAlerts, readRecordingRules } from "../deploy/telemetry/rules.js";
import {
  type Collector,
  spanKinds,
  type Receiver,
  type ExportedSpan,
  startCollector,
  startReceiver,
} from "./support/mesh/collector.js";
import { toProcessName } from "./support/mesh/test-settings.js";
import { listQueriedMetrics, scrape, type Scrape } from "./support/mesh/metrics.js";
import {
  withdrawalArguments,
  type Business,
  createCenterStock,
  type OwnTestMesh,
  requireProcess,
  sendJson,
  startTestMesh,
} from "./support/mesh/test-mesh.js";

let testMesh: OwnTestMesh;
let collector: Collector;
let receiver: Receiver;
let business: Business;

beforeAll(async () => {
  [collector, receiver] = await Promise.all([startCollector(), startReceiver()]);
  testMesh = await startTestMesh({
    env: {
      all: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test" },
      webhooks: { WEBHOOK_ALLOW_HTTP: "true", WEBHOOK_EGRESS_ALLOW: "127.0.0.1/32" },
      // Without a mail server there are no metrics of mails.
      console: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "approvals@example.com" },
    },
  });
  business = await testMesh.createBusiness();
});
afterAll(async () => {
  await testMesh.stop();
  await Promise.all([collector.close(), receiver.close()]);
});

const hex = (length: number) => Array.from({ length }, () => Math.floor(Math.random() * 16).toString(16)).join("");

describe("the trace of one withdrawal", () => {
  const traceId = hex(32);
  const ofAgent = hex(16);
  let trace: ExportedSpan[];
  const named = (service: string, name: string | RegExp, kind: number): ExportedSpan => {
    const found = trace.filter(
      (span) =>
        span.service === toProcessName(service) &&
        span.kind === kind &&
        (typeof name === "string" ? span.name === name : name.test(span.name)),
    );
    const [only] = found;
    if (!only || found.length > 1) throw new Error(`${found.length} spans of ${service} are called ${String(name)}`);
    return only;
  };

  beforeAll(async () => {
    const { ids } = await createCenterStock(testMesh, business, 10);
    const wanted = { url: receiver.url, events: ["withdrawal.created"] };
    const endpoint = await testMesh.callRest(business, "POST", "/v1/public/webhooks/endpoints", wanted);
    if (endpoint.status !== 201) throw new Error(`no endpoint: ${JSON.stringify(endpoint.body)}`);
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "supply_approve_withdrawal",
        arguments: withdrawalArguments(ids),
        _meta: { traceparent: `00-${traceId}-${ofAgent}-01` },
      },
    };
    // The HTTP header is that of a proxy in between, so the trace context in the MCP request has priority.
    const headers = { "x-api-key": business.key, traceparent: `00-${hex(32)}-${hex(16)}-01` };
    const answer = await sendJson("POST", `${testMesh.url}/mcp`, call, headers);
    if (!("result" in answer.body)) throw new Error(`no withdrawal: ${JSON.stringify(answer.body)}`);
    trace = await eventually(() => {
      const spans = collector.spans.filter((span) => span.traceId === traceId);
      // The last ones of each process, which sends its own in batches.
      const event = "events.supply.{business}.WithdrawalApproved";
      const last = ["POST webhook", "POST /mcp", `process ${event}`, `publish ${event}`];
      const open = last.filter((name) => !spans.some((span) => span.name === name));
      if (!spans.some(({ name, kind }) => name.endsWith("/ApproveWithdrawal") && kind === spanKinds.server))
        open.push("the call of supply");
      if (open.length > 0) throw new Error(`not sent yet: ${open.join(", ")}`);
      return spans;
    }, 90_000);
  });

  test("contains gateway, service, database and the tenant's webhook, each span with the previous one as parent", () => {
    const rpc = "tenantops.supply.v1.SupplyService/ApproveWithdrawal";
    const event = "events.supply.{business}.WithdrawalApproved";
    const hops = [
      named("gateway", "POST /mcp", spanKinds.server),
      named("gateway", "tools/call supply_approve_withdrawal", spanKinds.internal),
      named("gateway", rpc, spanKinds.client),
      named("supply", rpc, spanKinds.server),
      named("supply", `publish ${event}`, spanKinds.producer),
      named("webhooks", `process ${event}`, spanKinds.consumer),
      named("webhooks", "POST webhook", spanKinds.client),
    ];
    const parents = [ofAgent, ...hops.map(({ spanId }) => spanId)];
    expect(hops.map(({ parentSpanId }) => parentSpanId)).toEqual(parents.slice(0, -1));
    expect(hops.filter(({ isError }) => isError)).toEqual([]);
  });

  test("contains every database command, with the span of its call as parent", () => {
    const server = named("supply", /ApproveWithdrawal$/, spanKinds.server);
    const consumer = named("webhooks", /^process /, spanKinds.consumer);
    const commandsOf = (service: string) =>
      trace.filter((span) => span.service === toProcessName(service) && "db.system.name" in span.attributes);
    const ofCall = commandsOf("supply").filter(({ parentSpanId }) => parentSpanId === server.spanId);
    const names = ofCall.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["find stocks", "bulkWrite", "commitTransaction"]));
    expect(commandsOf("webhooks").map(({ parentSpanId }) => parentSpanId)).toContain(consumer.spanId);
    // In one process both services have the same commands, those of both.
    const parents = new Set([server.spanId, consumer.spanId]);
    expect(commandsOf("supply").filter(({ parentSpanId = "" }) => !parents.has(parentSpanId))).toEqual([]);
  });

  test("has the attributes of the semantic conventions for business, request and systems, and no personal data", () => {
    expect(named("supply", /ApproveWithdrawal$/, spanKinds.server).attributes).toMatchObject({
      "rpc.system": "grpc",
      "rpc.service": "tenantops.supply.v1.SupplyService",
      "rpc.method": "ApproveWithdrawal",
      "tenantops.business_id": business.businessId,
      "tenantops.request_id": expect.stringMatching(/^req_/),
    });
    expect(named("webhooks", /^process /, spanKinds.consumer).attributes).toMatchObject({ "messaging.system": "nats" });
    expect(named("webhooks", "POST webhook", spanKinds.client).attributes["http.response.status_code"]).toBe(204);
    const sent = JSON.stringify(collector.spans);
    for (const word of ["worker@example.com", "Gloves", "North", business.key]) expect(sent).not.toContain(word);
  });
});

describe("without an agent's trace", () => {
  test("the caller's HTTP traceparent is the parent of the request", async () => {
    const [traceId, parent] = [hex(32), hex(16)];
    await testMesh.callToolOrThrow(
      business,
      "supply_list_stocks",
      {},
      { headers: { traceparent: `00-${traceId}-${parent}-01` } },
    );
    await eventually(() => {
      const ofRequest = collector.spans.find((span) => span.traceId === traceId && span.name === "POST /mcp");
      expect(ofRequest?.parentSpanId).toBe(parent);
    });
  });

  test("a caller with the sampled flag off is not recorded", async () => {
    const traceId = hex(32);
    await testMesh.callToolOrThrow(
      business,
      "supply_list_stocks",
      {},
      { headers: { traceparent: `00-${traceId}-${hex(16)}-00` } },
    );
    const after = hex(32);
    await testMesh.callToolOrThrow(
      business,
      "supply_list_stocks",
      {},
      { headers: { traceparent: `00-${after}-${hex(16)}-01` } },
    );
    await eventually(() => expect(collector.spans.filter((span) => span.traceId === after).length).toBeGreaterThan(3));
    expect(collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
  });
});

describe("without a collector", () => {
  test("the OpenTelemetry SDK is not loaded", async () => {
    const script = `
      import { createRequire } from "node:module";
      import { createLogger, startTracing } from "@tenant-ops/kit/telemetry";
      await startTracing("supply", {}, createLogger("supply", "silent"));
      const loaded = Object.keys(createRequire(import.meta.url).cache);
      console.log(loaded.filter((file) => /opentelemetry.(sdk|exporter|otlp|resources|core)/.test(file)).length, loaded.length);
    `;
    const args = ["--input-type=module", "-e", script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
    const [ofTracing, all] = stdout.trim().split(" ").map(Number);
    expect(all).toBeGreaterThan(100);
    expect(ofTracing).toBe(0);
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
    const { status, body } = await testMesh.callTool(business, "flows_approve_create_flow", flow);
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

/** Metrics of the backup job, which is not one of our processes. */
const reportedByBackups = "tenantops_backup_last_success_timestamp_seconds";

describe("metrics", () => {
  let scrapes: Scrape[];
  beforeAll(async () => {
    await testMesh.callTool(business, "supply_approve_withdrawal", {});
    await sendJson("POST", `${testMesh.url}/mcp`, { name: "supply_list_stocks" }, { "x-api-key": "svc_live_nonsense" });
    scrapes = await Promise.all([...new Set(Object.values(testMesh.mesh.adminUrls))].map(scrape));
  });
  const samplesOf = (name: string, labels: Record<string, string> = {}) =>
    scrapes
      .flatMap(({ samples }) => samples)
      .filter(
        (sample) =>
          sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      );
  const total = (name: string, labels?: Record<string, string>) =>
    samplesOf(name, labels).reduce((sum, { value }) => sum + value, 0);

  test("count calls by tool, rpc and route, events, and delivery attempts", () => {
    const tool = "supply_approve_withdrawal";
    expect(total("tenantops_tool_seconds_count", { tool, code: "ok" })).toBe(1);
    expect(total("tenantops_tool_seconds_count", { tool, code: "invalid_argument" })).toBe(1);
    const rpc = "SupplyService.ApproveWithdrawal";
    expect(total("tenantops_rpc_seconds_count", { service: "supply", rpc, code: "ok" })).toBe(1);
    expect(
      total("tenantops_rpc_client_seconds_count", { service: "gateway", target: "supply", code: "ok" }),
    ).toBeGreaterThan(3);
    expect(total("tenantops_http_seconds_count", { service: "gateway", route: "/mcp", status: "401" })).toBe(1);
    expect(total("tenantops_auth_failures_total", { route: "/mcp" })).toBe(1);
    expect(total("tenantops_http_seconds_count", { service: "webhooks", status: "201" })).toBe(1);
    expect(total("tenantops_outbox_published_total", { service: "supply" })).toBeGreaterThan(0);
    expect(total("tenantops_events_consumed_total", { service: "webhooks", outcome: "processed" })).toBeGreaterThan(0);
    expect(total("tenantops_webhook_attempts_total", { outcome: "delivered" })).toBe(1);
  });

  test("report pending work and the active replica from the first scrape on", () => {
    const services = Object.keys(testMesh.mesh.adminUrls).filter((name) => name !== "gateway" && name !== "all");
    for (const service of services) {
      expect(total("tenantops_relay_active", { service })).toBe(1);
      expect(samplesOf("tenantops_outbox_oldest_seconds", { service })).toHaveLength(1);
      expect(total("tenantops_dead_letters", { service })).toBe(0);
    }
    for (const service of [...services, "gateway"]) {
      expect(samplesOf("tenantops_in_flight", { service })).toHaveLength(1);
      expect(samplesOf("nodejs_eventloop_lag_p99_seconds", { service: toProcessName(service) })).toHaveLength(1);
    }
  });

  test("have no label that contains the id of a business or of any other record", () => {
    const values = scrapes.flatMap(({ samples }) => samples.flatMap(({ labels }) => Object.values(labels)));
    expect(values.length).toBeGreaterThan(500);
    // All ids have this form. A label with an id would also create an unlimited number of series.
    expect(
      values.filter((value) => value.includes(business.businessId) || /_[0-9a-hjkmnp-tv-z]{26}/.test(value)),
    ).toEqual([]);
  });

  test("that the dashboard uses exist, with these labels", async () => {
    const { panels } = JSON.parse(renderDashboard()) as {
      panels: { targets?: { expr: string }[] }[];
    };
    const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(expressions.length).toBeGreaterThan(30);
    expect(expressions.flatMap(missing)).toEqual([]);
  });

  test("that the alerts use exist, and every alert has an instruction", async () => {
    const alerts = readAlerts();
    const expressions = [...alerts, ...readRecordingRules()].map(({ expr }) => expr);
    expect(expressions.flatMap(missing).filter((metric) => metric !== reportedByBackups)).toEqual([]);
    const others = expressions.filter((expr) => listQueriedMetrics(expr).length === 0);
    expect(others.filter((expr) => !/\b(kube_|tenantops:slo_bad:)/.test(expr))).toEqual([]);
    for (const { alert, labels, annotations } of alerts) {
      expect(alert).toMatch(/^TenantOps[A-Z]/);
      expect(["critical", "warning", "info"]).toContain(labels.severity);
      expect(annotations.description.length).toBeGreaterThan(100);
    }
    expect(new Set(alerts.map(({ alert, labels }) => `${alert} ${labels.severity}`)).size).toBe(alerts.length);
  });

  test("are all described in docs/telemetry.md", async () => {
    const page = await readFile(join(import.meta.dirname, "../docs/telemetry.md"), "utf8");
    const own = scrapes.flatMap(({ names }) => [...names]).filter((name) => name.startsWith("tenantops_"));
    const words = own.map((name) => name.replace(/_seconds_(bucket|count|sum)$/, "_seconds"));
    expect([...new Set(words)].filter((word) => !page.includes(`\`${word}\``))).toEqual([]);
  });

  /** Metrics and labels of an expression that no process has. Labels can only be checked when there are samples. */
  function missing(expression: string): string[] {
    const names = new Set(scrapes.flatMap((one) => [...one.names]));
    return listQueriedMetrics(expression).flatMap(({ metric, labels }) => {
      if (!names.has(metric)) return [metric];
      const known = new Set(samplesOf(metric).flatMap((sample) => Object.keys(sample.labels)));
      // The label "instance" is added by Prometheus.
      return known.size === 0
        ? []
        : labels.filter((label) => !known.has(label) && label !== "instance").map((label) => `${metric}{${label}}`);
    });
  }
});

/** The first log line with this request id, of each process. */
async function linesWith(requestId: string, processes: string[]) {
  const found: { process: string; entry: Record<string, unknown> }[] = [];
  for (const process of processes) {
    const text = await readFile(requireProcess(testMesh, process).logFile, "utf8");
    const lines = text.split("\n").filter((line) => line.includes(requestId));
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const first = entries.find(({ service }) => service === process);
    if (first) found.push({ process, entry: first });
  }
  return found;
}
