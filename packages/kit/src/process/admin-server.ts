import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Registry } from "prom-client";
import { readBeforeClosing } from "../http/unread-bodies.js";

/** What the admin port shows. */
export interface AdminPages {
  /** Readiness of this process only: if it depended on MongoDB or NATS, an outage would make all replicas unready. */
  isServing: () => boolean;
  renderMetrics: () => Promise<string>;
}

/** The event loop counts as stalled when 1 % of its delays are longer than this. */
const stalledMs = 1000;

export interface AdminServer {
  port: number;
  close(): Promise<void>;
}

/** Serves `/livez`, `/readyz` and `/metrics` on a port that must not be public. */
export async function startAdminServer(host: string, port: number, pages: AdminPages): Promise<AdminServer> {
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
        if (!pages.isServing()) return answer(503, "not serving");
        return isStalled ? answer(503, "event loop stalled") : answer(200, "ok");
      }
      case "/metrics":
        pages.renderMetrics().then(
          (text) => answer(200, text, Registry.PROMETHEUS_CONTENT_TYPE),
          () => answer(500, "metrics failed"),
        );
        return;
      default:
        return answer(404, "not found");
    }
  });
  readBeforeClosing(server);
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
