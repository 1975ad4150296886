import { setTimeout as sleep } from "node:timers/promises";
import { waitFor } from "../../../scripts/lib/process/wait-for.mjs";
import { startReceiver } from "./receiver.mjs";

export const eventsPerRound = 500;
const tenantsPerRound = 10;
export const eventsPerTenant = eventsPerRound / tenantsPerRound;

export function check(holds, message) {
  if (!holds) throw new Error(message);
}

/** Ten tenants with one endpoint each, and a way to wait until all their deliveries are final. */
export async function startRound({ mesh, random }, reply) {
  const mostlyAccept = async () => {
    await sleep(random() * 30);
    return random() < 0.03 ? 500 : 204;
  };
  const receiver = await startReceiver(reply ?? mostlyAccept);
  const tenants = [];
  for (let index = 0; index < tenantsPerRound; index += 1) {
    const tenant = mesh.createTenant();
    await waitFor("registration", () => tenant.rest("POST", "/endpoints", { url: receiver.url }), {
      timeoutMs: 60_000,
    });
    tenants.push(tenant);
  }
  const findAll = async () => (await Promise.all(tenants.map((tenant) => tenant.deliveries().find({})))).flat();
  return {
    receiver,
    tenants,
    findAll,
    publishAll: () => Promise.all(tenants.map((tenant) => tenant.publishSpins(eventsPerTenant))),
    /** Deliveries that started and have no outcome yet: a crash now may send them twice. */
    countStarted: async () =>
      (await findAll()).filter(({ status, starts }) => status === "pending" && starts > 0).length,
    async waitUntilFinal() {
      const findFinal = async () => {
        const found = await findAll();
        return found.length === eventsPerRound && found.every(({ status }) => status !== "pending") && found;
      };
      const found = await waitFor("all deliveries final", findFinal, { timeoutMs: 90_000 });
      const lost = found.filter(({ status, eventId }) => status !== "delivered" || !receiver.accepted.has(eventId));
      const [first] = lost;
      check(
        lost.length === 0,
        `${lost.length} of ${eventsPerRound} were not delivered: ${first?.status} ${first?.reason ?? ""}`,
      );
      return found;
    },
    async close() {
      await receiver.close();
      for (const tenant of tenants) {
        const { items } = await tenant.rest("GET", "/endpoints");
        for (const { _id } of items) await tenant.rest("DELETE", `/endpoints/${_id}`);
      }
    },
  };
}
