import { WebhooksService } from "@tenant-ops/proto/webhooks";
import { expect, test } from "vitest";
import { defineVerb } from "../verbs/index.js";
import { defineService } from "./define-service.js";
import { defineNoun } from "./noun.js";
import { type ServiceConfig, serviceConfig } from "./service-settings.js";
import type { ServiceContext } from "./service.types.js";

const kept = { retention: { kept: "until_deleted" }, personal: "None." } as const;
const unused = async () => ({});

const deliveries = defineNoun({
  api: WebhooksService,
  collections: {
    deliveries: { ...kept, indexes: [{ key: { createdAt: -1 } }] },
    lanes: { ...kept, isShared: true, indexes: [] },
    rules: { ...kept, ofBusiness: "_id", indexes: [] },
  },
  history: [
    {
      name: "deliveries",
      collections: ["deliveries"],
      timeField: "at",
      find: async () => ({ groups: [], next: undefined }),
    },
  ],
  rpcs: () => ({ listDeliveries: unused, getDelivery: unused }),
});

let bound = 0;
const ping = defineVerb(() => {
  bound += 1;
  return { plan: (text: string) => text, write: async (_scope, text) => text };
});
const endpoints = defineNoun({
  api: WebhooksService,
  counts: [],
  verbs: { ping },
  rpcs: ({ ping }) => ({ listEndpoints: async (_, call) => ({ items: [{ url: await ping(call, "") }] }) }),
  http: (_app, { ping }) => void ping,
});

const base = { name: "kit", api: WebhooksService, config: serviceConfig };

test("collections of nouns are shared when they say how the records of a business are found; those for history follow", () => {
  const { indexes, shared, life } = defineService({ ...base, nouns: [deliveries, endpoints] });
  expect(Object.keys(indexes)).toEqual(["deliveries", "archives", "removedCounts"]);
  expect(Object.keys(shared ?? {})).toEqual(["lanes", "rules", "retentionRules"]);
  expect(Object.keys(life.collections).toSorted()).toEqual(
    [...Object.keys(indexes), ...Object.keys(shared ?? {})].toSorted(),
  );
});

test("a service without history or analytics has no collections for them", () => {
  const notes = defineNoun({
    api: WebhooksService,
    collections: { notes: { ...kept, indexes: [] } },
    rpcs: () => ({ listEndpoints: unused, listDeliveries: unused, getDelivery: unused }),
  });
  const { indexes, shared, history, analytics } = defineService({ ...base, nouns: [notes] });
  expect({ indexes, shared, history, analytics }).toEqual({ indexes: { notes: [] }, shared: {} });
});

test("a verb is bound once for all transports of a start", () => {
  const service = defineService({ ...base, nouns: [deliveries, endpoints] });
  const context = { db: { scope: () => ({}) } } as unknown as ServiceContext<ServiceConfig>;
  const started = { ...context, ...service.setup?.(context) };
  expect(Object.keys(service.rpcs(started)).toSorted()).toEqual(["getDelivery", "listDeliveries", "listEndpoints"]);
  service.http?.({} as never, started);
  expect(bound).toBe(1);
});

test("a service whose nouns lack an rpc does not compile", () => {
  // @ts-expect-error -- listEndpoints is in no noun
  expect(() => defineService({ ...base, nouns: [deliveries] })).not.toThrow();
});
