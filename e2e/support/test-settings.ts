import type { MeshOptions } from "../../scripts/lib/mesh/mesh.mjs";

/**
 * The settings of a mesh for tests. Tests send more from one address than the default limits allow, and the machine may be overloaded.
 * Tests of limits set their own values.
 */
export function createTestSettings(env: MeshOptions["env"] = {}): NonNullable<MeshOptions["env"]> {
  const gateway = {
    RATE_REQUESTS_PER_MINUTE: 1_000_000,
    RATE_WRITES_PER_MINUTE: 1_000_000,
    RATE_PUBLIC_PER_MINUTE: 1_000_000,
    RATE_APPLICATION_PER_MINUTE: 1_000_000,
    RATE_ANONYMOUS_PER_MINUTE: 1_000_000,
    EVENT_LOOP_DELAY_MAX_MS: 0,
    ...env["gateway"],
  };
  return { ...env, gateway };
}

/** In which shape the tests start the gateway and the services; vitest.config.ts sets it for each project. */
export const target: NonNullable<MeshOptions["target"]> = process.env["E2E_TARGET"] === "all" ? "all" : "mesh";

/** The process in which a service or a gateway runs: `gateway-2` is a part of the second process that has all parts. */
export const toProcessName = (name: string): string =>
  target === "all" ? `all${/-\d+$/.exec(name)?.[0] ?? ""}` : name;
