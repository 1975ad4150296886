// The process that receiver.mjs starts. It does as little as possible per request, because it shares the cores with the worker.
import { createServer } from "node:http";

// Ends with the process that started it, however that one ends.
process.on("disconnect", () => process.exit());

let wanted = 0;
let received = 0;
let waits;
let seen = new Set();

const server = createServer((request, response) => {
  const chunks = [];
  // Always read to the end, because only then the connection serves the next request.
  request.on("data", (chunk) => waits && chunks.push(chunk));
  request.on("end", () => {
    response.writeHead(200, { "content-length": 0 }).end();
    count(request.headers["webhook-trace-id"], chunks);
  });
});
server.keepAliveTimeout = 60_000;

function count(traceId, chunks) {
  received += 1;
  if (seen.has(traceId)) return;
  seen.add(traceId);
  waits?.push(Date.now() - Date.parse(JSON.parse(Buffer.concat(chunks)).timestamp));
  if (seen.size === wanted) process.send({ at: Date.now(), repeated: received - wanted, waits });
}

process.on("message", (expected) => {
  [wanted, received, seen] = [expected.count, 0, new Set()];
  waits = expected.withWaits ? [] : undefined;
  process.send({ isReady: true });
});

server.listen(0, "127.0.0.1", () => process.send({ url: `http://127.0.0.1:${server.address().port}/` }));
