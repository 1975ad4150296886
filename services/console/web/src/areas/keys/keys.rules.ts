/** What the scopes of a key can name: the areas of the public API, and two that go by the effect of a request. */
export const keyAreas = [
  "supply",
  "roulettes",
  "learning",
  "flows",
  "webhooks",
  "analytics",
  "visitors",
  "settings",
] as const;
export type KeyArea = (typeof keyAreas)[number];

const accesses = ["none", "read", "write"] as const;
export type KeyAccess = (typeof accesses)[number];

/** In analytics nothing can be changed, and settings are read with their area. */
const fewerAccesses: Partial<Record<KeyArea, readonly KeyAccess[]>> = {
  analytics: ["none", "read"],
  settings: ["none", "write"],
};

/** From nothing to everything. */
export const listAccesses = (area: KeyArea): readonly KeyAccess[] => fewerAccesses[area] ?? accesses;

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
    const offered = listAccesses(area);
    return offered.slice(1, offered.indexOf(rights[area]) + 1).map((access) => `${area}:${access}`);
  });
}

export const readScopes = keyAreas.filter((area) => listAccesses(area).includes("read")).map((area) => `${area}:read`);

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
