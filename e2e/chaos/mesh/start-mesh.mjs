import { startMesh } from "../../../scripts/lib/mesh/mesh.mjs";
import { withoutLimits } from "../../../scripts/lib/mesh/without-limits.mjs";
import { findFreePort } from "../../../scripts/lib/process/ports.mjs";
import { settings } from "../webhooks/settings.mjs";
import { startTcpBalancer } from "./tcp-balancer.mjs";

/** Two gateways and all services, with two replicas of those that share work. */
export async function startChaosMesh({ dataDir, mongodbUrl, natsUrl }) {
  // Over HTTP the gateway knows one address of a service, that of its load balancer.
  const consolePorts = [await findFreePort(), await findFreePort()];
  const consoles = await startTcpBalancer(consolePorts);
  try {
    const mesh = await startMesh({
      mongodbUrl,
      natsUrl,
      dataDir,
      gateways: 2,
      replicas: { supply: 2, roulettes: 2, webhooks: 2, console: 2 },
      ports: { console: { http: consolePorts[0] }, "console-2": { http: consolePorts[1] } },
      env: { gateway: { ...withoutLimits, CONSOLE_HTTP_URL: consoles.url }, webhooks: settings },
    });
    return {
      ...mesh,
      stop: async () => {
        await mesh.stop();
        consoles.close();
      },
    };
  } catch (error) {
    consoles.close();
    throw error;
  }
}
