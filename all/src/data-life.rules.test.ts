import { accounts } from "@tenant-ops/accounts";
import { analytics } from "@tenant-ops/analytics";
import { approvals } from "@tenant-ops/approvals";
import { consoleService } from "@tenant-ops/console";
import { flows } from "@tenant-ops/flows";
import type { CollectionLife, IndexDescription } from "@tenant-ops/kit/data";
import type { HistoryKind } from "@tenant-ops/kit/retention";
import { learning } from "@tenant-ops/learning";
import { historyKinds } from "@tenant-ops/rest/accounts";
import { roulettes } from "@tenant-ops/roulettes";
import { supply } from "@tenant-ops/supply";
import { webhooks } from "@tenant-ops/webhooks";
import { expect, test } from "vitest";

type Indexes = Record<string, readonly IndexDescription[]>;

const services = [accounts, approvals, supply, roulettes, learning, flows, webhooks, analytics, consoleService].map(
  (definition) => ({
    name: definition.name,
    // Each definition has the types of its own hooks.
    indexes: { ...definition.indexes, ...(definition as { shared?: Indexes }).shared },
    shared: (definition as { shared?: Indexes }).shared ?? {},
    life: definition.life.collections,
    history: (definition as { history?: readonly HistoryKind[] }).history ?? [],
  }),
);
test.each(services)(
  "every collection of $name declares which persons are in it and how long it is kept",
  ({ indexes, life }) => {
    expect(Object.keys(life).toSorted()).toEqual(Object.keys(indexes).toSorted());
  },
);

/** Shared collections have no automatic index or filter by business: each must declare how the records of a business are found. */
test.each(services)(
  "every shared collection of $name declares how the deletion of a business finds its records",
  ({ shared, life }) => {
    const unknown = Object.keys(shared).filter((name) => !life[name]?.isShared && !life[name]?.ofBusiness);
    expect(unknown).toEqual([]);
    const owned = Object.entries(life).filter(
      ([name, { isShared, ofBusiness }]) => !shared[name] && (isShared || ofBusiness),
    );
    expect(owned).toEqual([]);
  },
);

const daySeconds = 24 * 60 * 60;

/** The retention that the TTL index of a collection implies. */
function readRetention(indexes: readonly IndexDescription[]): CollectionLife["retention"] | undefined {
  const ttl = indexes.find(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
  if (!ttl) return undefined;
  const [field = ""] = Object.keys(ttl.key);
  return { kept: "days_after", field, days: (ttl.expireAfterSeconds ?? 0) / daySeconds };
}

test.each(services)("the declared retentions of $name are those of its TTL indexes", ({ indexes, life }) => {
  const expiring = Object.entries(life).filter(
    ([collection, { retention }]) => retention.kept === "days_after" || readRetention(indexes[collection] ?? []),
  );
  const declared = expiring.map(([collection, { retention }]) => [collection, retention]);
  expect(declared).toEqual(expiring.map(([collection]) => [collection, readRetention(indexes[collection] ?? [])]));
});

test("the kinds of history in the setting are those that the services can delete", () => {
  const kinds = services.flatMap(({ name, history }) => history.map((kind) => [kind.name, name]));
  expect(Object.fromEntries(kinds)).toEqual(historyKinds);
});

test.each(services)(
  "$name declares `by_rule` exactly for the collections that its kinds of history delete",
  ({ history, life }) => {
    const deletedByRule = history.flatMap(({ name, collections }) =>
      collections.map((collection) => [collection, name]),
    );
    const declared = Object.entries(life).flatMap(([collection, { retention }]) =>
      retention.kept === "by_rule" ? [[collection, retention.kind]] : [],
    );
    expect(Object.fromEntries(deletedByRule)).toEqual(Object.fromEntries(declared));
  },
);

test.each(services)("an erasure can change the archived copies of history of $name too", ({ history, life }) => {
  // A hook changes records of the database only. Files of a person are erased in an archive by the same list that has brought them there.
  const unreachable = history.flatMap(({ collections, listAttachments }) =>
    collections.filter((collection) => {
      const personal = life[collection]?.personal;
      if (typeof personal !== "object") return false;
      const { onErase, needsNoHookInArchives, listFiles, isDeleted } = personal;
      const isHooked = onErase !== undefined && !needsNoHookInArchives;
      return isHooked || isDeleted === true || Boolean(listFiles) !== Boolean(listAttachments);
    }),
  );
  expect(unreachable).toEqual([]);
});

test.each(services)("an erasure in $name leaves no words by which the person was found", ({ indexes, life }) => {
  const searched = Object.keys(indexes).filter((name) => indexes[name]?.some(({ key }) => "words" in key));
  const left = searched.filter((name) => {
    const personal = life[name]?.personal;
    if (typeof personal !== "object" || personal.isKept || personal.isDeleted) return false;
    return !personal.roles.every(({ details }) => Array.isArray(details?.["words"]) && details["words"].length === 0);
  });
  expect(left).toEqual([]);
});
