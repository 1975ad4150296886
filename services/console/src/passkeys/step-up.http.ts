import type { Bus } from "@tenant-ops/kit/events";
import { Refusal } from "@tenant-ops/kit/errors";
import { computeProofEnd } from "@tenant-ops/kit/http";
import { completeStepUp, createStepUpOptions } from "@tenant-ops/rest/console";
import type { FastifyInstance } from "fastify";
import { requirePerson } from "../people/people.store.js";
import { getClientAddress } from "@tenant-ops/kit/http";
import { bindPersonRoute } from "../requests/person-routes.js";
import { publishPeopleChange } from "../sessions/people-changes.js";
import { setProven } from "../sessions/sessions.store.js";
import { authenticateWithPasskey } from "./authenticate.js";
import { createChallenge } from "./challenges.js";
import type { PasskeyRouteOptions } from "./passkeys.http.js";

/** Proving again, in a session, who the person is. */
export function stepUpHttp(app: FastifyInstance, options: PasskeyRouteOptions & { bus: Bus }): void {
  const { db, bus, relyingParty } = options;

  bindPersonRoute(app, options, createStepUpOptions, async ({ session, request }) => {
    const { passkeys = [] } = await requirePerson(db, session.personId);
    if (passkeys.length === 0)
      throw new Refusal("passkey_missing", "You have no passkey yet. Add one under Profile, or sign in again.");
    const address = getClientAddress(request);
    const challenge = await createChallenge(db, { purpose: "step-up", binding: session._id, address });
    return { options: { ...(await relyingParty.createAuthenticationOptions(passkeys, challenge)) } };
  });

  bindPersonRoute(app, options, completeStepUp, async ({ session, body: { answer } }) => {
    const challengeFor = { purpose: "step-up", binding: session._id } as const;
    await authenticateWithPasskey(options, answer, challengeFor, session.personId);
    const provenAt = new Date();
    await setProven(db, session._id, provenAt);
    // The gateways remember when the person last proved who they are.
    publishPeopleChange(bus);
    return { provenUntil: computeProofEnd(provenAt).toISOString() };
  });
}
