import { startMesh } from "../../../scripts/lib/mesh/mesh.mjs";
import { withoutLimits } from "../../../scripts/lib/mesh/without-limits.mjs";
import { findFreePort } from "../../../scripts/lib/process/ports.mjs";
import { settings } from "../webhooks/settings.mjs";
import { startTcpBalancer } from "./tcp-balancer.mjs";

/** Two gateways and all services, with two replicas of those that share work. */
export async function startChaosMesh({ dataDir, mongodbUrl, natsUrl }) {
  // Over HTTP the gateway knows one address of a service, that of its load balancer.
  const consoles = await startBalanced("console");
  const accounts = await startBalanced("accounts");
  const closeBalancers = () => [consoles, accounts].forEach(({ close }) => close());
  try {
    const mesh = await startMesh({
      mongodbUrl,
      natsUrl,
      dataDir,
      gateways: 2,
      replicas: { accounts: 2, supply: 2, roulettes: 2, webhooks: 2, console: 2 },
      ports: { ...consoles.ports, ...accounts.ports },
      env: {
        gateway: { ...withoutLimits, CONSOLE_HTTP_URL: consoles.url, ACCOUNTS_HTTP_URL: accounts.url },
        webhooks: settings,
      },
    });
    return {
      ...mesh,
      stop: async () => {
        await mesh.stop();
        closeBalancers();
      },
    };
  } catch (error) {
    closeBalancers();
    throw error;
  }
}

/** A load balancer in front of two replicas of a service, whose ports it has chosen. */
async function startBalanced(name) {
  const chosen = [await findFreePort(), await findFreePort()];
  const { url, close } = await startTcpBalancer(chosen);
  return { url, close, ports: { [name]: { http: chosen[0] }, [`${name}-2`]: { http: chosen[1] } } };
}
