import { computeProofEnd } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { ConsoleService } from "@tenant-ops/proto/console";
import * as routes from "@tenant-ops/rest/console";
import type { ConsoleContext } from "../context.js";
import { findMembership } from "../members/members.store.js";
import { type Passkey, requirePerson } from "../people/people.rules.js";
import { findPerson } from "../people/people.store.js";
import { bindPersonRoute } from "../requests/person-routes.js";
import { untilExpiry } from "../retentions.js";
import { challengeIndexes } from "./challenges.store.js";
import {
  beginPasskey,
  beginProof,
  completeProof,
  createPasskey,
  deletePasskey,
  isProvenBy,
  renamePasskey,
} from "./passkeys.verbs.js";

/** The passkeys of the person who is signed in, which are stored with the person, and proving again who that is. */
export const passkeys = defineNoun({
  api: ConsoleService,
  collections: {
    challenges: { indexes: challengeIndexes, retention: untilExpiry, ofBusiness: "none", personal: "Random numbers." },
  },

  rpcs: (_, context: ConsoleContext) => ({
    async verifyProof({ personId, challenge, answer }, { businessId }) {
      const membership = await findMembership(context.db, businessId, personId);
      return { valid: membership !== null && (await isProvenBy(context, answer, challenge, personId)) };
    },
  }),

  http(app, _, context: ConsoleContext) {
    bindPersonRoute(app, context, routes.listPasskeys, async ({ session }) => {
      const { passkeys = [] } = requirePerson(await findPerson(context.db, session.personId));
      return { items: passkeys.map(toReply) };
    });
    bindPersonRoute(app, context, routes.createPasskeyOptions, async ({ session, request }) => ({
      options: { ...(await beginPasskey(context, session, request)) },
    }));
    bindPersonRoute(app, context, routes.createPasskey, async ({ session, body, request }) =>
      toReply(await createPasskey(context, session, body, request.headers["user-agent"])),
    );
    bindPersonRoute(app, context, routes.renamePasskey, async ({ session, params: { passkeyId }, body: { name } }) =>
      toReply(await renamePasskey(context, session, passkeyId, name)),
    );
    bindPersonRoute(app, context, routes.deletePasskey, ({ session, params: { passkeyId } }) =>
      deletePasskey(context, session, passkeyId),
    );
    bindPersonRoute(app, context, routes.createStepUpOptions, async ({ session, request }) => ({
      options: { ...(await beginProof(context, session, request)) },
    }));
    bindPersonRoute(app, context, routes.completeStepUp, async ({ session, body: { answer } }) => ({
      provenUntil: computeProofEnd(await completeProof(context, session, answer)).toISOString(),
    }));
  },
});

function toReply({ _id, name, isSynced, isFromLink, createdAt, lastUsedAt }: Passkey) {
  const times = { createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
  return { _id, name, isSynced, isFromLink: isFromLink === true, ...times };
}
