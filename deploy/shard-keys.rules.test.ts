import { flows } from "../services/flows/src/flows.js";
import { infrastructureLife } from "@tenant-ops/kit/data";
import { learning } from "../services/learning/src/learning.js";
import { roulettes } from "../services/roulettes/src/roulettes.js";
import { supply } from "../services/supply/src/supply.js";
import { webhooks } from "../services/webhooks/src/webhooks.js";
import { expect, test } from "vitest";
import { shardKeys, unshardedCollections } from "./sharding/shard-keys.mjs";

const services = [supply, roulettes, learning, flows, webhooks].map(({ name, life }) => ({
  name,
  collections: { ...life.collections, ...infrastructureLife },
}));

test("each of these services has shard keys, and no other process has", () => {
  const names = services.map(({ name }) => name).toSorted();
  expect([Object.keys(shardKeys).toSorted(), Object.keys(unshardedCollections).toSorted()]).toEqual([names, names]);
});

test.each(services)("every collection of $name has a shard key or is named as one that is not sharded", (service) => {
  const decided = [...Object.keys(shardKeys[service.name] ?? {}), ...(unshardedCollections[service.name] ?? [])];
  expect(decided.toSorted()).toEqual(Object.keys(service.collections).toSorted());
});

test.each(services)("every shard key of $name begins with the business", ({ name, collections }) => {
  const keys = Object.entries(shardKeys[name] ?? {});
  expect(keys.map(([, [first]]) => first)).toEqual(keys.map(() => "businessId"));
  // The records of a shared collection have no such field.
  expect(keys.filter(([collection]) => collections[collection]?.isShared)).toEqual([]);
});
