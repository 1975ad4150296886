import { type Area, areas } from "@tenant-ops/proto";
import { agentScopes } from "@tenant-ops/rest/access";

/**
 * The scopes that a client asks for. Scopes that do not exist here are left out, as RFC 6749 allows: clients ask for
 * `offline_access` and the like. A client that names none asks for all.
 */
export function readRequestedScopes(text: string): string[] {
  const named = text.split(" ").filter((scope) => scope !== "");
  return named.length === 0 ? [...agentScopes] : intersect(agentScopes, named);
}

/** The scopes in both lists, in the order of the first. `*` never occurs in them. */
export function intersect(scopes: readonly string[], others: readonly string[]): string[] {
  return scopes.filter((scope) => others.includes(scope));
}

export const hasWrite = (scopes: readonly string[]): boolean => scopes.some((scope) => scope.endsWith(":write"));

/**
 * What the page of consent offers. Hosts ask to read first and for more when an agent wants to write; not every host does the second, so the person
 * may allow changes at once in the areas that are asked for.
 */
export function listOfferedScopes(asked: readonly string[]): string[] {
  if (hasWrite(asked)) return [...asked];
  return narrowScopes(agentScopes, { areas: listAreas(asked).map(({ area }) => area), isReadOnly: false });
}

/** What was asked for and not allowed. Who refuses to let an agent read an area has refused its changes too. */
export function listRefusedScopes(asked: readonly string[], allowed: readonly string[]): string[] {
  const refused = except(asked, allowed);
  return agentScopes.filter((scope) => refused.includes(scope) || refused.includes(scope.replace(":write", ":read")));
}

export function except(scopes: readonly string[], others: readonly string[]): string[] {
  return scopes.filter((scope) => !others.includes(scope));
}

/** How a person restricts the scopes that a client asks for. */
export interface Narrowing {
  areas: readonly string[];
  isReadOnly: boolean;
}

export function narrowScopes(scopes: readonly string[], { areas, isReadOnly }: Narrowing): string[] {
  return scopes.filter((scope) => {
    const [area = "", access] = scope.split(":");
    return areas.includes(area) && !(isReadOnly && access === "write");
  });
}

/** The areas that these scopes name, with whether they may write. */
export function listAreas(scopes: readonly string[]): { area: Area; canWrite: boolean }[] {
  return areas
    .filter((area) => scopes.some((scope) => scope.startsWith(`${area}:`)))
    .map((area) => ({ area, canWrite: scopes.includes(`${area}:write`) }));
}
