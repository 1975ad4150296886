import { expect } from "vitest";
import type { startRoundRobin } from "./round-robin.js";
import { type OwnTestMesh, requireProcess } from "./test-mesh.js";

type Balancer = Pick<Awaited<ReturnType<typeof startRoundRobin>>, "targets">;

/**
 * The settings of a process that `restartReplicas` restarts: the default, which the settings of a mesh leave out. A client needs up to a second until
 * it connects again to the replica that was restarted before. Without the delay, the other one is closed first, and calls find none.
 */
export const restartable = { SHUTDOWN_DELAY_MS: 5000 };

/**
 * Restarts processes, which have the settings `restartable`, one after the other. The load balancer of a process sends nothing to a replica that is about
 * to stop.
 */
export async function restartReplicas(
  testMesh: OwnTestMesh,
  behind: Record<string, { balancer: Balancer; url: string }>,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    const { balancer, url = "" } = behind[name] ?? {};
    balancer?.targets.splice(balancer.targets.indexOf(url), 1);
    const one = requireProcess(testMesh, name);
    expect(await one.stop(60_000)).toBe(0);
    await one.start();
    balancer?.targets.push(url);
  }
}

/** Puts the gateways behind a load balancer. */
export function balanceGateways({ mesh }: OwnTestMesh, balancer: Balancer) {
  balancer.targets.push(...mesh.gatewayUrls);
  return Object.fromEntries(
    mesh.gatewayUrls.map((url, index) => [index === 0 ? "gateway" : `gateway-${index + 1}`, { balancer, url }]),
  );
}
