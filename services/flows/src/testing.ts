import type { DescService, MessageInitShape } from "@bufbuild/protobuf";
import { defineService, serviceConfig } from "@tenant-ops/kit/process";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import { createContextKeys, startTestService, type TestService, type TestTenant } from "@tenant-ops/kit/testing";
import type { CreateFlowRequestSchema, FlowsService } from "@tenant-ops/proto/flows";
import { LearningService } from "@tenant-ops/proto/learning";
import { RoulettesService } from "@tenant-ops/proto/roulettes";
import type { config } from "./config.js";
import { flows } from "./flows.js";

export type Tenant = TestTenant<typeof FlowsService>;

export const consoleUrl = "https://console.example.com";
export const browser =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36";

/** Flows, with neighbours that know exactly the targets that a test gives them. */
export interface FlowsHouse {
  service: TestService<typeof FlowsService, typeof config>;
  newTenant: TestService<typeof FlowsService>["newTenant"];
  roulettes: Neighbour;
  learning: Neighbour;
  close(): Promise<void>;
}

export interface Neighbour {
  address: string;
  give(tenant: Tenant, id: string, target?: { isActive: boolean }): string;
  take(tenant: Tenant, id: string): void;
}

export async function startFlows(settings: Record<string, string> = {}): Promise<FlowsHouse> {
  const keys = createContextKeys("flows");
  const roulettes = await startNeighbour("roulettes", RoulettesService, keys.publicKeys);
  const learning = await startNeighbour("learning", LearningService, keys.publicKeys);
  const service = await startTestService(flows, {
    CALL_CONTEXT_PRIVATE_KEY: keys.privateKey,
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
    close: async () => {
      await service.close();
      await roulettes.close();
      await learning.close();
    },
  };
}

/** A service on real gRPC that believes the signature of flows and answers nothing but GetTarget. */
async function startNeighbour<Api extends DescService>(name: string, api: Api, publicKeys: string) {
  const known = new Map<string, { isActive: boolean }>();
  const keyOf = (businessId: string, id: string) => `${businessId}|${id}`;
  const rpcs = api.methods.map((method) => [
    method.localName,
    async (request: { id?: string }, call: { businessId: string }) => {
      if (method.localName !== "getTarget") throw new Error(`the stand-in has no ${method.name}`);
      const target = known.get(keyOf(call.businessId, request.id ?? ""));
      return { exists: target !== undefined, isActive: target?.isActive ?? false };
    },
  ]);
  const definition = defineService({
    name,
    api,
    config: serviceConfig,
    indexes: {},
    rpcs: () => Object.fromEntries(rpcs) as RpcHandlers<Api>,
  });
  const running = await startTestService(definition, { CALL_CONTEXT_PUBLIC_KEYS: publicKeys });
  return {
    address: `127.0.0.1:${running.running.grpcPort}`,
    give: (tenant: Tenant, id: string, target = { isActive: true }) => {
      known.set(keyOf(tenant.businessId, id), target);
      return id;
    },
    take: (tenant: Tenant, id: string) => void known.delete(keyOf(tenant.businessId, id)),
    close: () => running.close(),
  };
}

let slugs = 0;
const run = Math.random().toString(36).slice(2, 8);

/** Slugs are unique among all businesses, so every test needs its own. */
export const aSlug = () => `slug-${run}-${++slugs}`;

export const aFlow = (given: MessageInitShape<typeof CreateFlowRequestSchema> = {}) => ({
  name: "Verano",
  slug: aSlug(),
  redirectType: "url",
  ...(given.redirectType === undefined && { redirectUrl: "https://example.com/welcome" }),
  ...given,
});

/** A flow that is online. */
export async function givenFlow(tenant: Tenant, given: MessageInitShape<typeof CreateFlowRequestSchema> = {}) {
  const { slug } = await tenant.rpc.approveCreateFlow(aFlow(given));
  await tenant.rpc.approveUpdateFlow({ slug, isActive: true });
  return slug;
}

/** A survey or an event of this business. */
export async function givenTarget(tenant: Tenant, given: object = {}): Promise<string> {
  const body = { kind: "survey", name: "Encuesta", url: "https://survey.example.com/s/1", ...given };
  const response = await tenant.http("POST", "/v1/public/flows/targets", { body });
  if (response.status !== 201) throw new Error(`target: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { _id: string })._id;
}

/** What a visitor's browser does. Every visitor is somebody else unless told otherwise. */
export function visitor(house: FlowsHouse, headers: Record<string, string> = {}) {
  const all = { "user-agent": browser, "x-client-address": `203.0.113.${++addresses % 250}`, ...headers };
  const url = (slug: string) => `${house.service.httpUrl}/flow/${slug}`;
  return {
    open: (slug: string, method = "GET") => fetch(url(slug), { method, headers: all, redirect: "manual" }),
    send: (slug: string, answers: Record<string, string>) =>
      fetch(url(slug), { method: "POST", headers: all, redirect: "manual", body: new URLSearchParams(answers) }),
  };
}

let addresses = 0;

export const ana = { first_name: "Ana", last_name: "Pérez", country: "MX" };
