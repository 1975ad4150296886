import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { createLogger } from "./logger.js";
import { tracingSettings } from "./tracing-settings.js";
import { isTracing, startSpan, startTracing } from "./tracing.js";

const logger = createLogger("kit", "silent");
const parseTracing = (settings: Record<string, string>) => z.object(tracingSettings).parse(settings);
let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  vi.restoreAllMocks();
});

/** A collector that stores the exported bodies and their headers. */
async function startCollector() {
  const bodies: string[] = [];
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers["x-collector-key"]);
    request.setEncoding("utf8");
    let body = "";
    request.on("data", (part: string) => (body += part));
    request.on("end", () => {
      bodies.push(body);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, bodies, keys, close: () => server.close() };
}

test("ended spans are sent before the process ends, with the configured headers and attributes", async () => {
  const collector = await startCollector();
  const config = parseTracing({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=a%20key",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test,service.name=not%20this",
  });
  const end = await startTracing("supply", config, logger);
  startSpan({ name: "one", kind: "server" }).end({ error: "internal_server_error" });
  await end();
  expect(isTracing()).toBe(false);
  expect(collector.keys).toEqual(["a key"]);
  const sent = collector.bodies.join("");
  for (const word of ['"one"', "internal_server_error", "deployment.environment.name", '"supply"'])
    expect(sent).toContain(word);
  expect(sent).not.toContain("not this");
  collector.close();
});

test("the configured share of new traces is recorded", async () => {
  const config = parseTracing({
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    OTEL_TRACES_SAMPLER: "traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0",
  });
  stop = await startTracing("supply", config, logger);
  const asked = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  expect(startSpan({ name: "x", kind: "server", parent: asked }).traceparent).toMatch(/^00-a{32}-[0-9a-f]{16}-00$/);
});

test("stopping does not wait for ever for a collector that does not answer, and logs that spans were lost", async () => {
  const warn = vi.spyOn(logger, "warn").mockImplementation(() => undefined);
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const end = await startTracing(
    "supply",
    parseTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }),
    logger,
  );
  startSpan({ name: "x", kind: "server" }).end();
  await end();
  expect(warn).toHaveBeenCalledWith(expect.anything(), "last spans not sent");
  server.closeAllConnections();
  server.close();
});

test("an unreachable collector is logged", async () => {
  const warn = vi.spyOn(logger, "warn").mockImplementation(() => undefined);
  const end = await startTracing("supply", parseTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" }), logger);
  for (let n = 0; n < 100; n += 1) startSpan({ name: "x", kind: "server" }).end();
  await end();
  expect(warn).toHaveBeenCalled();
});
