import type { MeshOptions } from "../../../scripts/lib/mesh/mesh.mjs";
import { withoutLimits } from "../../../scripts/lib/mesh/without-limits.mjs";

const unlimited = 100_000_000;
/** All tests have one address: with limits per address a test could be refused because of others in the same minute. */
const withoutLimitsPerAddress = {
  RATE_LISTS_PER_MINUTE: unlimited,
  RATE_CLIENT_REGISTRATIONS_PER_MINUTE: unlimited,
  RATE_FAILED_CREDENTIALS_PER_MINUTE: unlimited,
  RATE_VISITOR_UPLOADS_PER_MINUTE: unlimited,
};

/** The settings of a mesh for tests. Tests of limits set their own values. */
export function createTestSettings(env: MeshOptions["env"] = {}): NonNullable<MeshOptions["env"]> {
  const gateway = { ...withoutLimits, ...withoutLimitsPerAddress, ...env["gateway"] };
  return { ...env, gateway };
}

/** In which shape the tests start the gateway and the services; vitest.config.ts sets it for each project. */
export const target: NonNullable<MeshOptions["target"]> = process.env["E2E_TARGET"] === "all" ? "all" : "mesh";

/** The process in which a service or a gateway runs: `gateway-2` is a part of the second process that has all parts. */
export const toProcessName = (name: string): string =>
  target === "all" ? `all${/-\d+$/.exec(name)?.[0] ?? ""}` : name;
