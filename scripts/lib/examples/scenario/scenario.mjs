// What a business does, once through every operation. The order of the calls is the order in which one needs them.
import { recordAccess } from "./access.mjs";
import { recordFlows } from "./flows.mjs";
import { recordLearning } from "./learning.mjs";
import { recordOffboarding } from "./offboarding.mjs";
import { recordOperators } from "./operators.mjs";
import { recordPersonRequests } from "./person-requests.mjs";
import { recordPages } from "./pages.mjs";
import { recordRetention } from "./retention.mjs";
import { recordRoulettes } from "./roulettes.mjs";
import { recordSandbox } from "./sandbox.mjs";
import { recordSupply, recordSupplyChanges } from "./supply.mjs";
import { recordWebhooks } from "./webhooks.mjs";

export async function recordScenario(recorder) {
  const credentials = await recordOperators(recorder);
  recorder.useCredentials(credentials);
  const supply = await recordSupply(recorder);
  const roulette = await recordRoulettes(recorder);
  const course = await recordLearning(recorder);
  await recordFlows(recorder, roulette._id);
  await recordWebhooks(recorder);
  await recordAccess(recorder, credentials);
  await recordPersonRequests(recorder);
  await recordRetention(recorder);
  await recordSandbox(recorder, credentials);
  await recordPages(recorder, { rouletteId: roulette._id, courseId: course._id });
  await recordSupplyChanges(recorder, supply);
  await recordInvitations(recorder, { businessId: credentials.businessId });
  await recordOffboarding(recorder);
}

async function recordInvitations({ record }, params) {
  const invited = await record("createInvitation", {
    params,
    headers: { "idempotency-key": "invite-ana" },
    body: { name: "Ana Torres", email: "ana@example.com", role: "admin" },
  });
  await record("listBusinessInvitations", { params, query: { limit: 10 } });
  await record("withdrawBusinessInvitation", { params: { ...params, invitationId: invited._id } });
}
