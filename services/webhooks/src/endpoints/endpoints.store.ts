import {
  findPage,
  isDuplicateKeyError,
  type Page,
  type PageRequest,
  type Scope,
  type StoredSecrets,
} from "@tenant-ops/kit/data";
import type { IndexDescription } from "mongodb";
import type { Endpoint, EndpointChange, Registration } from "./endpoints.rules.js";

export const endpointIndexes: readonly IndexDescription[] = [{ key: { slot: 1 }, unique: true }];

/** The stored values that are encrypted with WEBHOOK_SECRET_KEY. */
export const storedSecrets: readonly StoredSecrets[] = [
  { collection: "endpoints", path: "secrets", isList: true, getOwner: ({ _id }) => _id },
];

const endpoints = (scope: Scope) => scope.collection<Endpoint>("endpoints");

export function listEndpoints(scope: Scope): Promise<Endpoint[]> {
  return endpoints(scope).find({}, { sort: { createdAt: 1, _id: 1 } });
}

/** Newest first. A business has few endpoints, so no index is needed for the order and the filter. */
export function findEndpointPage(
  scope: Scope,
  { status }: { status?: Endpoint["status"] | undefined },
  page: PageRequest,
): Promise<Page<Endpoint>> {
  return findPage<Endpoint>(scope, "endpoints", status ? { status } : {}, page);
}

export function findEndpoint(scope: Scope, id: string): Promise<Endpoint | null> {
  return endpoints(scope).findById(id);
}

export async function insertEndpoint(
  scope: Scope,
  given: Registration & Pick<Endpoint, "_id" | "slot" | "secrets">,
): Promise<Endpoint> {
  const { now } = scope;
  const made = { status: "enabled", stats: { failures: 0 }, version: 1, createdAt: now, updatedAt: now } as const;
  const endpoint: Endpoint = { ...given, ...made };
  await endpoints(scope).insertOne(endpoint);
  return endpoint;
}

/** Whether an insert failed because a concurrent registration took the same slot. */
export const isSlotTaken = (error: unknown): boolean => isDuplicateKeyError(error, "slot");

export function changeEndpoint(scope: Scope, id: string, { set, unset }: EndpointChange): Promise<Endpoint | null> {
  return endpoints(scope).findOneAndUpdate(
    { _id: id },
    {
      $set: { ...set, updatedAt: scope.now },
      $inc: { version: 1 },
      ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((name) => [name, ""])) }),
    },
  );
}

export function deleteEndpoint(scope: Scope, id: string): Promise<boolean> {
  return endpoints(scope).deleteOne({ _id: id });
}
