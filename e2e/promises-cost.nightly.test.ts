import { newId } from "@tenant-ops/kit/data";
import { type CatalogTool, type JsonSchema, tools } from "@tenant-ops/proto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bodyRoutes, type CostlyBodies, createCostlyBodies } from "./support/faults/costly-bodies.js";
import { readCpuMs } from "./support/mesh/cpu-time.js";
import { createSeededTenant, type SeededTenant } from "./support/records/seeded-tenants.js";
import { startTestMesh, type OwnTestMesh } from "./support/mesh/test-mesh.js";

// The cost of a request is the CPU time of the gateway and of the service that handle it, so that other load on the machine does not change it.
// The cost of a small request of the same route is subtracted.

/** How much more than the median a byte may cost. */
const factorMax = 20;
/** A request that costs too much is measured again, because garbage collection and timers may run during it. */
const repeats = 5;
/** How much longer an error may be than the answer to a small body; of a page, that answer is the page itself. */
const addedCharactersMax = 16 * 1024;
const bodyCharactersMin = 7000;
/** A small body is measured as if it were this long: an accepted request costs something, whatever its length. */
const bytesMin = 64 * 1024;

let testMesh: OwnTestMesh;
let own: SeededTenant;
beforeAll(async () => {
  testMesh = await startTestMesh();
  own = await createSeededTenant(testMesh);
});
afterAll(() => testMesh.stop());

interface Target {
  name: string;
  service: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  bodies: CostlyBodies;
}

interface Measured {
  name: string;
  nanosecondsPerByte: number;
  again: () => Promise<number>;
}

interface Exchange {
  cpuMs: number;
  status: number;
  answerCharacters: number;
}

/** Sends one request. @throws Error when it failed on our side */
async function measure({ service, method, url, headers }: Target, body: string): Promise<Exchange> {
  const processes = new Set(["gateway", service]);
  const before = await readCpuMs(testMesh, processes);
  const response = await fetch(url, { method, body, headers: { "idempotency-key": newId("key"), ...headers } });
  const text = await response.text();
  const after = await readCpuMs(testMesh, processes);
  if (response.status >= 500 || text.includes("route_not_found"))
    throw new Error(`${method} ${url}: ${response.status} ${text.slice(0, 500)}`);
  return { cpuMs: after - before, status: response.status, answerCharacters: text.length };
}

/** Sends a request several times: what the cheapest one cost, and the longest error. */
async function measureRepeatedly(target: Target, body: string, times: number) {
  const exchanges: Exchange[] = [];
  for (let round = 0; round < times; round += 1) exchanges.push(await measure(target, body));
  const errors = exchanges.filter(({ status }) => status >= 400);
  return {
    cpuMs: Math.min(...exchanges.map(({ cpuMs }) => cpuMs)),
    errorCharacters: Math.max(0, ...errors.map(({ answerCharacters }) => answerCharacters)),
  };
}

async function measureTarget(target: Target): Promise<Measured[]> {
  const small = await measureRepeatedly(target, "{}", 3);
  const measured: Measured[] = [];
  for (const [kind, create] of Object.entries(target.bodies)) {
    const measureTimes = async (times: number) => {
      const body = create();
      // The route has no text to put a long one into.
      if (body.length < bodyCharactersMin) return 0;
      const { cpuMs, errorCharacters } = await measureRepeatedly(target, body, times);
      if (errorCharacters > small.errorCharacters + addedCharactersMax)
        throw new Error(`${target.name} with ${kind} is answered with an error of ${errorCharacters} characters`);
      const ms = Math.max(0, cpuMs - small.cpuMs);
      return (ms * 1e6) / Math.max(Buffer.byteLength(body), bytesMin);
    };
    const again = () => measureTimes(repeats);
    measured.push({ name: `${target.name} with ${kind}`, nanosecondsPerByte: await measureTimes(1), again });
  }
  return measured;
}

/** Fails when a byte of one request costs more than 20 times what a byte costs in the middle one. */
async function expectEvenCosts(targets: readonly Target[]): Promise<void> {
  const measured: Measured[] = [];
  for (const target of targets) measured.push(...(await measureTarget(target)));
  const sorted = measured.map(({ nanosecondsPerByte }) => nanosecondsPerByte).toSorted((a, b) => a - b);
  // Reading JSON costs at least this; a lower median only means that most requests were refused unread.
  const median = Math.max(sorted[Math.floor(sorted.length / 2)] ?? 0, 5);
  const tooCostly: string[] = [];
  for (const { name, nanosecondsPerByte, again } of measured) {
    if (nanosecondsPerByte <= factorMax * median) continue;
    const lowest = Math.min(nanosecondsPerByte, await again());
    if (lowest > factorMax * median) tooCostly.push(`${name}: ${(lowest / median).toFixed(1)} × the median`);
  }
  expect(tooCostly).toEqual([]);
}

const sampleByType: Record<JsonSchema["type"], unknown> = {
  string: "x",
  integer: 1,
  number: 1,
  boolean: true,
  array: [],
  object: {},
};

function createToolTarget(tool: CatalogTool): Target {
  const fields = Object.entries(tool.inputSchema.properties ?? {}).map(([name, { type }]) => [
    name,
    sampleByType[type],
  ]);
  const bodies = createCostlyBodies(Object.fromEntries(fields) as Record<string, unknown>);
  return {
    name: tool.name,
    service: tool.area,
    method: "POST",
    url: `${testMesh.url}/mcp`,
    headers: { "content-type": "application/json", "x-api-key": own.key },
    bodies: wrapBodies(bodies, (json) => `{"name":"${tool.name}","arguments":${json}}`),
  };
}

function createRpcTarget(method: string, params: Record<string, unknown>): Target {
  return {
    name: method,
    service: "supply",
    method: "POST",
    url: `${testMesh.url}/mcp`,
    headers: { "content-type": "application/json", "x-api-key": own.key },
    bodies: wrapBodies(
      createCostlyBodies(params),
      (json) => `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${json}}`,
    ),
  };
}

const wrapBodies = (bodies: CostlyBodies, wrap: (json: string) => string): CostlyBodies =>
  Object.fromEntries(Object.entries(bodies).map(([name, create]) => [name, () => wrap(create())]));

function createRpcTargets(): Target[] {
  const client = { protocolVersion: "2025-06-18", capabilities: [], clientInfo: [], _meta: [] };
  return [
    createRpcTarget("initialize", client),
    createRpcTarget("tools/list", { cursor: "", _meta: [] }),
    createRpcTarget("resources/read", { uri: "x", _meta: [] }),
    createRpcTarget("prompts/get", { name: "review_low_stock", arguments: [] }),
    createRpcTarget("completion/complete", { ref: [], argument: [] }),
    createRpcTarget("nowhere", { x: "", _meta: [] }),
  ];
}

function createRestTargets(): Target[] {
  const headers = { "content-type": "application/json", "x-api-key": own.key, "x-business-id": own.businessId };
  return bodyRoutes.map(({ method, path, service, body }): Target => {
    const filled = path.replace(/\{(\w+)\}/, (_, name: string) => own.records[name] ?? "");
    const url = `${testMesh.url}${filled}`;
    return { name: `${method} ${path}`, service, method, url, headers, bodies: createCostlyBodies(body) };
  });
}

function createOperatorTargets(): Target[] {
  const headers = { "content-type": "application/json", authorization: `Bearer ${testMesh.mesh.operatorKey}` };
  const businesses = `${testMesh.mesh.operatorUrls[0]}/v1/admin/businesses`;
  const business = { name: "n", country: "MX", currency: "MXN", timeZone: "UTC", rates: [] };
  const key = {
    scopes: [],
    allowedAddresses: [],
    toolsets: [],
    name: "n",
    mode: "test",
    expiresAt: "2030-01-01T00:00:00Z",
  };
  const target = { service: "gateway", method: "POST", headers };
  return [
    { ...target, name: "a new business", url: businesses, bodies: createCostlyBodies(business) },
    { ...target, name: "a new key", url: `${businesses}/${own.businessId}/keys`, bodies: createCostlyBodies(key) },
  ];
}

function createPublicTargets(): Target[] {
  const [json, form] = ["application/json", "application/x-www-form-urlencoded"].map((type) => ({
    "content-type": type,
  }));
  const token = { grant_type: "client_credentials", client_id: "x", client_secret: "y", scope: "z" };
  const [url, page] = [`${testMesh.url}/oauth/token`, `${testMesh.url}/flow/${own.records["slug"]}`];
  const target = { service: "gateway", method: "POST" };
  return [
    { ...target, name: "a token by JSON", url, headers: { ...json }, bodies: createCostlyBodies(token) },
    { ...target, name: "a token by a form", url, headers: { ...form }, bodies: createForms() },
    { ...target, name: "a page", service: "flows", url: page, headers: { ...form }, bodies: createForms() },
  ];
}

test("a byte of a hostile body costs at most 20 times what a byte usually costs, in any tool and on any route", async () => {
  await expectEvenCosts([
    ...tools.map(createToolTarget),
    ...createRpcTargets(),
    ...createRestTargets(),
    ...createOperatorTargets(),
    ...createPublicTargets(),
  ]);
}, 900_000);

/** Forms of the sizes that routes without a credential accept, and larger ones. */
function createForms(): CostlyBodies {
  const sizes = [8000, 64_000, 200_000];
  return Object.fromEntries(
    sizes.flatMap((size): [string, () => string][] => [
      [`${size} bytes of names`, () => createNames(size)],
      [`${size} bytes of one name`, () => "a=&".repeat(size / 3)],
      [`${size} bytes of escapes`, () => `name=${"%C3%A9".repeat(size / 6 - 2)}`],
    ]),
  );
}

function createNames(size: number): string {
  const names = Array.from({ length: size / 5 }, (_, index) => `${index.toString(36)}=`);
  return names.join("&").slice(0, size);
}
