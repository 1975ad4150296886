import { createServer, connect as connectTo, type AddressInfo, type Server } from "node:net";
import { MongoClient } from "mongodb";
import { expect, test } from "vitest";
import type { Logger } from "../telemetry/logger.js";
import { testBackend } from "../testing/index.js";
import { waitForDatabase } from "./wait-for-database.js";

test("a database that comes later than a connection attempt lasts is waited for, and the log says so", async () => {
  const { hostname, port } = new URL(testBackend().mongodbUrl);
  const proxy = createServer((socket) => {
    const upstream = connectTo(Number(port), hostname);
    for (const one of [socket, upstream]) one.on("error", () => [socket, upstream].forEach((end) => end.destroy()));
    socket.pipe(upstream).pipe(socket);
  });
  // The port is free until the first attempt has failed.
  const free = await listen(proxy, 0);
  await new Promise((resolve) => proxy.close(resolve));
  const reasons: string[] = [];
  const logger = {
    warn: ({ reason }: { reason: string }, message: string) => {
      reasons.push(`${message}: ${reason}`);
      void listen(proxy, free);
    },
  } as unknown as Logger;
  const client = new MongoClient(`mongodb://127.0.0.1:${free}/?directConnection=true`, {
    serverSelectionTimeoutMS: 300,
  });
  await waitForDatabase(client, logger);
  await client.db("admin").command({ ping: 1 });
  expect(reasons).toEqual([expect.stringMatching(/^waiting for the database: .*ECONNREFUSED/)]);
  await client.close();
  proxy.close();
});

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve) =>
    server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
  );
}
