import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { DescService, MessageInitShape } from "@bufbuild/protobuf";
import { createContextVerifier } from "@tenant-ops/kit/call";
import { dayMs } from "@tenant-ops/kit/data";
import { bindHandlers, type RpcHandlers, startRpcServer } from "@tenant-ops/kit/rpc";
import { createLogger, createMetrics } from "@tenant-ops/kit/telemetry";
import { createContextKeys, startTestService, type TestService, type TestTenant } from "@tenant-ops/kit/testing";
import type { CreateFlowRequestSchema, FlowsService } from "@tenant-ops/proto/flows";
import { LearningService } from "@tenant-ops/proto/learning";
import { RoulettesService } from "@tenant-ops/proto/roulettes";
import type { config } from "./config.js";
import { flows } from "./flows.js";

export type FlowsTenant = TestTenant<typeof FlowsService>;

export const consoleUrl = "https://console.example.com";
export const browserUserAgent =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36";

/** The flows service with fake roulettes and learning services, which know only the targets that a test adds. */
export interface TestFlows {
  service: TestService<typeof FlowsService, typeof config>;
  newTenant: TestService<typeof FlowsService>["newTenant"];
  roulettes: FakeTargetService;
  learning: FakeTargetService;
  /** Verifies what flows signs. */
  publicKeys: string;
  close(): Promise<void>;
}

interface FakeTargetService {
  address: string;
  /** Adds a target of the tenant, or changes it, and returns its id. */
  addTarget(tenant: FlowsTenant, id: string, target?: { isActive: boolean }): string;
  removeTarget(tenant: FlowsTenant, id: string): void;
}

export async function startTestFlows(settings: Record<string, string> = {}): Promise<TestFlows> {
  const keys = createContextKeys("flows");
  const roulettes = await startFakeTargetService("roulettes", RoulettesService, keys.publicKeys);
  const learning = await startFakeTargetService("learning", LearningService, keys.publicKeys);
  const service = await startTestService(flows, {
    CALL_CONTEXT_PRIVATE_KEY: keys.privateKey,
    FLOW_SECRET_KEY: randomBytes(32).toString("base64url"),
    ROULETTES_GRPC_URL: roulettes.address,
    LEARNING_GRPC_URL: learning.address,
    CONSOLE_URL: consoleUrl,
    ...settings,
  });
  return {
    service,
    newTenant: (given) => service.newTenant(given),
    roulettes,
    learning,
    publicKeys: keys.publicKeys,
    close: async () => {
      await service.close();
      await roulettes.close();
      await learning.close();
    },
  };
}

/** A service that other files use as well. */
export type SharedTestFlows = Omit<TestFlows, "close">;

let shared: Promise<TestFlows> | undefined;

/** What `shareTestService` is for other services. */
export const shareTestFlows = (): Promise<SharedTestFlows> => (shared ??= startTestFlows());

/** A service on real gRPC that trusts the signing key of flows and implements only GetTarget. */
async function startFakeTargetService<Api extends DescService>(name: string, api: Api, publicKeys: string) {
  const targets = new Map<string, { isActive: boolean }>();
  const toKey = (businessId: string, id: string) => `${businessId}|${id}`;
  const rpcs = api.methods.map((method) => [
    method.localName,
    async (request: { id?: string }, call: { businessId: string }) => {
      if (method.localName !== "getTarget") throw new Error(`the fake service does not implement ${method.name}`);
      const target = targets.get(toKey(call.businessId, request.id ?? ""));
      return { exists: target !== undefined, isActive: target?.isActive ?? false };
    },
  ]);
  const server = await startRpcServer({
    memory: undefined,
    services: [bindHandlers(api, Object.fromEntries(rpcs) as RpcHandlers<Api>)],
    service: name,
    verify: createContextVerifier(publicKeys, name),
    logger: createLogger(name, "silent"),
    metrics: createMetrics(name),
    host: "127.0.0.1",
    port: 0,
  });
  return {
    address: `127.0.0.1:${server.port}`,
    addTarget: (tenant: FlowsTenant, id: string, target = { isActive: true }) => {
      targets.set(toKey(tenant.businessId, id), target);
      return id;
    },
    removeTarget: (tenant: FlowsTenant, id: string) => void targets.delete(toKey(tenant.businessId, id)),
    close: () => server.close(0),
  };
}

let slugCount = 0;
const runId = Math.random().toString(36).slice(2, 8);

/** Slugs are unique among all businesses, so every test needs its own. */
export const newSlug = () => `slug-${runId}-${++slugCount}`;

export const flowRequest = (given: MessageInitShape<typeof CreateFlowRequestSchema> = {}) => ({
  name: "Verano",
  slug: newSlug(),
  redirectType: "url",
  ...(given.redirectType === undefined && { redirectUrl: "https://example.com/welcome" }),
  ...given,
});

/** Longer than the visits of a test take, shorter than the timeout of a test. */
const visitsMs = 15_000;

/** A visitor counts once a day: a test must not count before and after midnight in UTC. Waits for the next day when this one is nearly over. */
async function avoidMidnight(): Promise<void> {
  const leftMs = dayMs - (Date.now() % dayMs);
  if (leftMs < visitsMs) await sleep(leftMs);
}

/** Creates a flow, puts it online and returns its slug. */
export async function createActiveFlow(
  tenant: FlowsTenant,
  given: MessageInitShape<typeof CreateFlowRequestSchema> = {},
): Promise<string> {
  await avoidMidnight();
  const { slug } = await tenant.rpc.approveCreateFlow(flowRequest(given));
  await tenant.rpc.approveUpdateFlow({ slug, isActive: true });
  return slug;
}

/** A REST request of a back end. */
export async function send<Body = Record<string, unknown>>(
  tenant: FlowsTenant,
  method: string,
  path: string,
  body?: unknown,
  idempotencyKey?: string,
) {
  const headers: Record<string, string> = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
  const response = await tenant.http(method, path, { ...(body !== undefined && { body }), headers });
  const text = await response.text();
  const replayed = response.headers.get("idempotent-replayed");
  return { status: response.status, body: (text ? JSON.parse(text) : undefined) as Body, replayed };
}

export interface RestPage<Item> {
  items: Item[];
  count: number;
  has_more: boolean;
  next_cursor?: string;
}

export async function readPage<Item = { _id: string }>(tenant: FlowsTenant, path: string): Promise<RestPage<Item>> {
  const { status, body } = await send<RestPage<Item>>(tenant, "GET", path);
  if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** All items of a list. @param path with a query */
export async function readPages<Item = { _id: string }>(tenant: FlowsTenant, path: string): Promise<Item[]> {
  const items: Item[] = [];
  let next: string | undefined = path;
  while (next) {
    const page: RestPage<Item> = await readPage<Item>(tenant, next);
    items.push(...page.items);
    next = page.next_cursor && `${path}&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
  return items;
}

/** Creates a survey, or an event, of the tenant and returns its id. */
export async function createTarget(tenant: FlowsTenant, given: object = {}): Promise<string> {
  const body = { kind: "survey", name: "Encuesta", url: "https://survey.example.com/s/1", ...given };
  const response = await tenant.http("POST", "/v1/public/flows/targets", { body });
  if (response.status !== 201) throw new Error(`target: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { _id: string })._id;
}

/** Sends the requests of a visitor's browser. Each visitor has another address unless `headers` give one. */
export function createVisitor(flows: SharedTestFlows, headers: Record<string, string> = {}) {
  const all = { "user-agent": browserUserAgent, "x-client-address": `203.0.113.${++visitorCount % 250}`, ...headers };
  const toUrl = (slug: string) => `${flows.service.httpUrl}/flow/${slug}`;
  return {
    open: (slug: string, method = "GET") => fetch(toUrl(slug), { method, headers: all, redirect: "manual" }),
    submit: (slug: string, answers: Record<string, string>) =>
      fetch(toUrl(slug), { method: "POST", headers: all, redirect: "manual", body: new URLSearchParams(answers) }),
  };
}

let visitorCount = 0;

/** Answers to the default questions. */
export const validAnswers = { first_name: "Ana", last_name: "Pérez", country: "MX" };

/** The address to which a response redirects, without the pass for the page behind it. */
export function readLocation(response: Response): string | null {
  const location = response.headers.get("location");
  if (location === null) return null;
  const url = new URL(location);
  url.searchParams.delete("pass");
  return url.href;
}
