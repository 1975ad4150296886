import { defineRoute, type RouteAccess, type Route } from "@tenant-ops/kit/http";
import * as operators from "../accounts/operator-keys.js";
import { businessPath } from "./records.js";

/** The same route as that of operators, for a person: path and caller differ, and the actions need a fresh proof. */
function forPerson<const R extends Route, const Id extends string, const Path extends string>(
  route: R,
  id: Id,
  path: Path,
  access: RouteAccess,
) {
  // The compiler takes the spread for both routes at once, whose id would be of no type.
  type Own = Omit<R, "id" | "path" | "caller"> & { id: Id; path: Path; caller: "person"; access: RouteAccess };
  return defineRoute({ ...route, id, path, access, caller: "person" }) as Route as unknown as Own;
}

const read: RouteAccess = { scope: "keys:read" };
const write: RouteAccess = { scope: "keys:write", needsProof: true };
const path = `${businessPath}/keys` as const;

export const listOwnKeys = forPerson(operators.listKeys, "listOwnKeys", path, read);
export const getOwnKey = forPerson(operators.getKey, "getOwnKey", `${path}/{keyId}`, read);
export const createOwnKey = forPerson(operators.createKey, "createOwnKey", path, write);
export const rotateOwnKey = forPerson(operators.rotateKey, "rotateOwnKey", `${path}/{keyId}/rotate`, write);
export const revokeOwnKey = forPerson(operators.revokeKey, "revokeOwnKey", `${path}/{keyId}/revoke`, write);
