// What a business does, once through every operation. The order of the calls is the order in which one needs them.
import { createAdminClient } from "../../mesh/gateway-client.mjs";
import { recordFlows } from "./flows.mjs";
import { recordLearning } from "./learning.mjs";
import { recordRoulettes } from "./roulettes.mjs";
import { recordSupply } from "./supply.mjs";
import { recordWebhooks } from "./webhooks.mjs";

/** @param mesh `{ operatorUrl, operatorKey }` */
export async function recordScenario(recorder, mesh) {
  recorder.useCredentials(await createBusiness(mesh));
  await recordSupply(recorder);
  const roulette = await recordRoulettes(recorder);
  await recordLearning(recorder);
  await recordFlows(recorder, roulette._id);
  await recordWebhooks(recorder);
}

async function createBusiness({ operatorUrl, operatorKey }) {
  const operator = createAdminClient(operatorUrl, operatorKey);
  const { _id: businessId } = await operator.createBusiness({ name: "Tienda Norte", country: "MX" });
  const { key } = await operator.createKey(businessId, { name: "back end" });
  return { businessId, key };
}
