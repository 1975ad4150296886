import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Registry } from "prom-client";

/** Readiness of this process only: if it depended on MongoDB or NATS, an outage would make all replicas unready. */
export interface Health {
  /** True from the end of the start until the process begins to stop. */
  isServing: boolean;
}

/** The event loop counts as stalled when 1 % of its delays are longer than this. */
const stalledMs = 1000;

export interface AdminServer {
  port: number;
  close(): Promise<void>;
}

/** Serves `/livez`, `/readyz` and `/metrics` on a port that must not be public. */
export async function startAdminServer(
  host: string,
  port: number,
  health: Health,
  registry: Registry,
): Promise<AdminServer> {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const server = createServer((request, response) => {
    const answer = (status: number, text: string, type = "text/plain") =>
      response.writeHead(status, { "content-type": type }).end(text);
    switch (request.url) {
      case "/livez":
        return answer(200, "ok");
      case "/readyz": {
        const isStalled = delay.percentile(99) / 1e6 > stalledMs;
        delay.reset();
        if (!health.isServing) return answer(503, "not serving");
        return isStalled ? answer(503, "event loop stalled") : answer(200, "ok");
      }
      case "/metrics":
        registry.metrics().then(
          (text) => answer(200, text, registry.contentType),
          () => answer(500, "metrics failed"),
        );
        return;
      default:
        return answer(404, "not found");
    }
  });
  await listen(server, host, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      delay.disable();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
}
