import { consoleService } from "@tenant-ops/console";
import { flows } from "@tenant-ops/flows";
import { gatewayCollections, gatewayLife } from "@tenant-ops/gateway";
import type { CollectionLife, IndexDescription } from "@tenant-ops/kit/data";
import { learning } from "@tenant-ops/learning";
import { roulettes } from "@tenant-ops/roulettes";
import { supply } from "@tenant-ops/supply";
import { webhooks } from "@tenant-ops/webhooks";
import { expect, test } from "vitest";

type Indexes = Record<string, readonly IndexDescription[]>;

const services = [supply, roulettes, learning, flows, webhooks, consoleService].map((definition) => ({
  name: definition.name,
  // Each definition has the types of its own hooks.
  indexes: { ...definition.indexes, ...(definition as { shared?: Indexes }).shared },
  shared: (definition as { shared?: Indexes }).shared ?? {},
  life: definition.life.collections,
}));
const gatewayIndexes = gatewayCollections as Indexes;
const gateway = { name: "gateway", indexes: gatewayIndexes, shared: gatewayIndexes, life: gatewayLife.collections };
const all = [...services, gateway];

test.each(all)("every collection of $name declares who is in it and how long it is kept", ({ indexes, life }) => {
  expect(Object.keys(life).toSorted()).toEqual(Object.keys(indexes).toSorted());
});

/** Shared collections have no index or filter by business of themselves: each must say how the records of a business are found. */
test.each(all)("the deletion of a business knows every shared collection of $name", ({ shared, life }) => {
  const unknown = Object.keys(shared).filter((name) => !life[name]?.isShared && !life[name]?.ofBusiness);
  expect(unknown).toEqual([]);
  const owned = Object.entries(life).filter(
    ([name, { isShared, ofBusiness }]) => !shared[name] && (isShared || ofBusiness),
  );
  expect(owned).toEqual([]);
});

const daySeconds = 24 * 60 * 60;

/** What the TTL index of a collection says. */
function readRetention(indexes: readonly IndexDescription[]): CollectionLife["retention"] | undefined {
  const ttl = indexes.find(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
  if (!ttl) return undefined;
  const [field = ""] = Object.keys(ttl.key);
  return { kept: "days_after", field, days: (ttl.expireAfterSeconds ?? 0) / daySeconds };
}

test.each(all)("the declared retentions of $name are those of its TTL indexes", ({ indexes, life }) => {
  const expiring = Object.entries(life).filter(
    ([collection, { retention }]) => retention.kept === "days_after" || readRetention(indexes[collection] ?? []),
  );
  const declared = expiring.map(([collection, { retention }]) => [collection, retention]);
  expect(declared).toEqual(expiring.map(([collection]) => [collection, readRetention(indexes[collection] ?? [])]));
});
