// Sends one request repeatedly over several connections, until it gets the message to stop. It runs in a thread of its own, so that the observed
// calls do not wait for the work of sending.
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const { url, method, headers, body, connections, requestsMax, spoofsAddresses, timeoutMs } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const statuses = {};
let isOver = false;
let sent = 0;

/** A new address for each request; the gateway of the test trusts the header. */
const createAddressHeader = () =>
  spoofsAddresses ? { "x-forwarded-for": `198.${18 + (sent >> 16)}.${(sent >> 8) & 255}.${sent & 255}` } : {};

const send = () =>
  new Promise((resolve) => {
    const options = { method, agent, timeout: timeoutMs, headers: { ...headers, ...createAddressHeader() } };
    const running = request(url, options, (response) => {
      response.resume();
      response.once("close", () => resolve(String(response.statusCode)));
    });
    running.once("timeout", () => running.destroy());
    running.once("error", () => resolve("broken"));
    running.end(body);
  });

async function attack() {
  while (!isOver && sent < requestsMax) {
    sent += 1;
    const status = await send();
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

parentPort.once("message", () => {
  isOver = true;
});
await Promise.all(Array.from({ length: connections }, attack));
agent.destroy();
parentPort.postMessage(statuses);
