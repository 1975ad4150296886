/** What the scopes of a key can name: the areas of the public API, and two that go by the effect of a request. */
export const keyAreas = ["supply", "roulettes", "learning", "flows", "webhooks", "visitors", "settings"] as const;
export type KeyArea = (typeof keyAreas)[number];

const accesses = ["none", "read", "write"] as const;
export type KeyAccess = (typeof accesses)[number];

/** Settings are read with their area. */
export const listAccesses = (area: KeyArea): readonly KeyAccess[] =>
  area === "settings" ? ["none", "write"] : accesses;

export type KeyState = "active" | "expiring" | "expired" | "revoked";

const dayMs = 86_400_000;
const soonMs = 7 * dayMs;

export function getKeyState(key: { revokedAt: string | null; expiresAt: string | null }, nowMs: number): KeyState {
  if (key.revokedAt) return "revoked";
  if (!key.expiresAt) return "active";
  const leftMs = Date.parse(key.expiresAt) - nowMs;
  if (leftMs <= 0) return "expired";
  return leftMs <= soonMs ? "expiring" : "active";
}

/** `supply:write` includes `supply:read` in words; as scopes both are named, because services check them separately. */
export function toScopes(rights: Readonly<Record<KeyArea, KeyAccess>>): string[] {
  return keyAreas.flatMap((area) => {
    if (rights[area] === "none") return [];
    if (area === "settings") return ["settings:write"];
    return rights[area] === "read" ? [`${area}:read`] : [`${area}:read`, `${area}:write`];
  });
}

export const readScopes = keyAreas.filter((area) => area !== "settings").map((area) => `${area}:read`);

export type RightsSummary =
  | { kind: "everything" }
  | { kind: "readOnly" }
  | { kind: "areas"; areas: { area: string; access: KeyAccess }[] };

export function summarizeScopes(scopes: readonly string[]): RightsSummary {
  if (scopes.includes("*")) return { kind: "everything" };
  if (scopes.length === readScopes.length && readScopes.every((scope) => scopes.includes(scope)))
    return { kind: "readOnly" };
  const areas = [...new Set(scopes.map((scope) => scope.split(":")[0] ?? ""))];
  return {
    kind: "areas",
    areas: areas.map((area) => ({ area, access: scopes.includes(`${area}:write`) ? "write" : "read" })),
  };
}

export const addDays = (days: number, nowMs: number): string => new Date(nowMs + days * dayMs).toISOString();
