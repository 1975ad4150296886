import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { type Mesh, type MeshOptions, type MeshProcess, startMesh } from "../../../scripts/lib/mesh/mesh.mjs";
import { createEventStream } from "./create-event-stream.js";
import { createTestSettings, target, toProcessName } from "./test-settings.js";
import "./shared-mesh.js";

/** A business with an API key, created over the operator routes. */
export interface Business {
  businessId: string;
  keyId: string;
  key: string;
  /** The sandbox in which requests of a test key read and write. */
  sandboxId?: string;
}

export interface HttpAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** A running mesh, and the calls that tests make to it. */
export interface TestMesh {
  mesh: Omit<Mesh, "processes" | "nats" | "stop">;
  url: string;
  callAdmin(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  createBusiness(key?: object): Promise<Business>;
  /** A test key of the same business; its requests still name the live business, as a developer leaves them. */
  createTestKey(business: Business, key?: object): Promise<Business & { sandboxId: string }>;
  /** A direct tool call: `POST /mcp` with `{name, arguments}`. */
  callTool(business: Business, name: string, args?: object, options?: ToolOptions): Promise<HttpAnswer>;
  /** The same, but an answer other than 200 throws. */
  callToolOrThrow(
    business: Business,
    name: string,
    args?: object,
    options?: ToolOptions,
  ): Promise<Record<string, unknown>>;
  callRest(
    business: Business,
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<HttpAnswer>;
  /** @returns the body of a 2xx answer */
  callRestOrThrow(...call: Parameters<TestMesh["callRest"]>): Promise<Record<string, unknown>>;
}

/** A mesh of one test file, which may stop and kill its processes. */
export interface OwnTestMesh extends TestMesh {
  mesh: Mesh;
  stop(): Promise<void>;
}

export interface ToolOptions {
  url?: string;
  headers?: Record<string, string>;
}

/** Starts a mesh with settings or processes of its own. It takes seconds: `useSharedMesh` is for tests that break nothing. */
export async function startTestMesh(options: MeshOptions = {}): Promise<OwnTestMesh> {
  const mesh = await startMesh({ target, ...options, env: createTestSettings(options.env) });
  if (options.services && !options.services.includes("webhooks")) await createEventStream(mesh.natsUrl);
  return { ...createCalls(mesh), mesh, stop: () => mesh.stop() };
}

/** The process in which this service or gateway runs, to stop or kill it. */
export function requireProcess({ mesh }: OwnTestMesh, name: string): MeshProcess {
  const found = mesh.processes[toProcessName(name)];
  if (!found) throw new Error(`no process ${name}`);
  return found;
}

/**
 * The mesh that test files share: all services, three gateways, the settings of `createTestSettings`. Other tests use it at the same time,
 * so each creates its own businesses, counts nothing that others change, and stops nothing.
 */
export async function useSharedMesh(): Promise<TestMesh> {
  const response = await fetch(inject("sharedMeshUrl"));
  const text = await response.text();
  if (!response.ok) throw new Error(`the shared mesh did not start: ${text}`);
  return createCalls(JSON.parse(text) as TestMesh["mesh"]);
}

/** The gateway of the shared mesh with another secret of proposals than the first two, and with proposals that expire after five seconds. */
export const getBriefUrl = ({ mesh }: TestMesh): string => mesh.gatewayUrls[2] ?? "";

function createCalls(mesh: TestMesh["mesh"]): TestMesh {
  const [url = ""] = mesh.gatewayUrls;
  const [operatorUrl = ""] = mesh.operatorUrls;

  async function callAdmin(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const answer = await sendJson(method, `${operatorUrl}/v1/admin${path}`, body, {
      authorization: `Bearer ${mesh.operatorKey}`,
    });
    return requireSuccess(method, path, answer);
  }

  const testMesh: TestMesh = {
    mesh,
    url,
    callAdmin,
    async createBusiness(key = {}) {
      const request = {
        name: `Business ${randomUUID()}`,
        country: "MX",
        currency: "MXN",
        timeZone: "America/Mexico_City",
      };
      const business = await callAdmin("POST", "/businesses", request);
      const created = await callAdmin("POST", `/businesses/${business["_id"]}/keys`, { name: "test", ...key });
      return {
        businessId: String(business["_id"]),
        keyId: String(created["_id"]),
        key: String(created["key"]),
      };
    },
    async createTestKey({ businessId }, key = {}) {
      const request = { name: "test", mode: "test", ...key };
      const created = await callAdmin("POST", `/businesses/${businessId}/keys`, request);
      const sandboxId = String(created["sandboxId"]);
      return { businessId, keyId: String(created["keyId"]), key: String(created["key"]), sandboxId };
    },
    callTool: ({ key }, name, args = {}, { url: target = url, headers = {} } = {}) =>
      sendJson("POST", `${target}/mcp`, { name, arguments: args }, { "x-api-key": key, ...headers }),
    async callToolOrThrow(business, name, args, options) {
      const answer = await testMesh.callTool(business, name, args, options);
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    callRest: ({ key, businessId }, method, path, body, headers = {}) =>
      sendJson(method, `${url}${path}`, body, { "x-api-key": key, "x-business-id": businessId, ...headers }),
    async callRestOrThrow(business, method, path, body, headers) {
      return requireSuccess(method, path, await testMesh.callRest(business, method, path, body, headers));
    },
  };
  return testMesh;
}

function requireSuccess(method: string, path: string, { status, body }: HttpAnswer): Record<string, unknown> {
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Sends a JSON request, or a file (its media type is in the headers), and reads a JSON answer. */
export async function sendJson(
  method: string,
  url: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<HttpAnswer> {
  const response = await fetch(url, {
    method,
    redirect: "manual",
    headers: { ...(body && { "content-type": "application/json" }), ...headers },
    ...(body && { body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text ? (JSON.parse(text) as HttpAnswer["body"]) : {},
  };
}

/** Creates a product at a center with the public tools. */
export async function createCenterStock(testMesh: TestMesh, business: Business, currentStock: number) {
  const stock = await testMesh.callToolOrThrow(business, "supply_create_stock", {
    product_name: "Gloves",
    total_stock: 1000,
    min_stock_alert: 0,
  });
  const center = await testMesh.callToolOrThrow(business, "supply_create_service_center", {
    name: "North",
    lat: 19.4,
    long: -99.1,
  });
  const ids = { stock_id: String(stock["_id"]), service_center_id: String(center["_id"]) };
  const centerStock = await testMesh.callToolOrThrow(business, "supply_create_service_center_stock", {
    ...ids,
    current_stock: currentStock,
    min_stock_alert: 0,
  });
  return { ids, centerStockId: String(centerStock["_id"]) };
}

/** Arguments of a withdrawal: those that matter to the test, and defaults. */
export function withdrawalArguments(given: object) {
  return { worker_id: "worker-1", email: "worker@example.com", quantity: 1, ...given };
}

export async function readCurrentStock(testMesh: TestMesh, business: Business): Promise<number> {
  const { items } = await testMesh.callToolOrThrow(business, "supply_list_service_center_stocks");
  const [only] = items as { currentStock: number }[];
  return only?.currentStock ?? Number.NaN;
}

/** Every withdrawal of the business, page by page. */
export async function listWithdrawals(testMesh: TestMesh, business: Business): Promise<{ _id: string }[]> {
  const found: { _id: string }[] = [];
  for (let cursor: unknown = ""; cursor !== undefined;) {
    const page = await testMesh.callToolOrThrow(business, "supply_get_withdrawal_history", { limit: 500, cursor });
    found.push(...(page["items"] as { _id: string }[]));
    cursor = page["next_cursor"];
  }
  return found;
}
