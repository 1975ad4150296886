import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import type { OwnTestMesh } from "./test-mesh.js";

/** The same mesh, whose tools are called through a load balancer. */
export const callThrough = (testMesh: OwnTestMesh, { url }: { url: string }): OwnTestMesh => ({
  ...testMesh,
  callTool: (business, name, args, options) => testMesh.callTool(business, name, args, { ...options, url }),
});

/** A load balancer that sends each request to the next of `targets`, without any affinity. */
export async function startRoundRobin(): Promise<{ url: string; targets: string[]; counts: number[]; close(): void }> {
  const targets: string[] = [];
  const counts: number[] = [];
  let next = 0;
  // Answers carry the gateway's `keep-alive: timeout=72`; a shorter time here would close connections that a client reuses.
  const server = createServer({ keepAliveTimeout: 72_000 }, (incoming, outgoing) => {
    const index = next++ % targets.length;
    counts[index] = (counts[index] ?? 0) + 1;
    const { host, hostname, port } = new URL(targets[index] ?? "");
    const headers = { ...incoming.headers, host };
    const options = { hostname, port, path: incoming.url, method: incoming.method, headers, agent: false };
    const upstream = send(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.on("error", () => outgoing.writeHead(502).end());
    incoming.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    targets,
    counts,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
