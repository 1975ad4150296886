import { computeProofEnd } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import * as routes from "@tenant-ops/rest/console";
import type { ConsoleContext } from "../context.js";
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
  renamePasskey,
} from "./passkeys.verbs.js";

/** The passkeys of the person who is signed in, which are stored with the person, and proving again who that is. */
export const passkeys = defineNoun({
  collections: {
    challenges: {
      indexes: challengeIndexes,
      retention: untilExpiry,
      ofBusiness: "none",
      personal: "Random numbers.",
    },
  },
  verbs: { beginPasskey, createPasskey, renamePasskey, deletePasskey, beginProof, completeProof },

  http(app, verbs, context: ConsoleContext) {
    bindPersonRoute(app, context, routes.listPasskeys, async ({ session }) => {
      const { passkeys = [] } = requirePerson(await findPerson(context.db, session.personId));
      return { items: passkeys.map(toReply) };
    });
    bindPersonRoute(app, context, routes.createPasskeyOptions, async ({ session, request }) => ({
      options: { ...(await verbs.beginPasskey(session, request)) },
    }));
    bindPersonRoute(app, context, routes.createPasskey, async ({ session, body, request }) =>
      toReply(await verbs.createPasskey(session, body, request.headers["user-agent"])),
    );
    bindPersonRoute(app, context, routes.renamePasskey, async ({ session, params: { passkeyId }, body: { name } }) =>
      toReply(await verbs.renamePasskey(session, passkeyId, name)),
    );
    bindPersonRoute(app, context, routes.deletePasskey, ({ session, params: { passkeyId } }) =>
      verbs.deletePasskey(session, passkeyId),
    );
    bindPersonRoute(app, context, routes.createStepUpOptions, async ({ session, request }) => ({
      options: { ...(await verbs.beginProof(session, request)) },
    }));
    bindPersonRoute(app, context, routes.completeStepUp, async ({ session, body: { answer } }) => ({
      provenUntil: computeProofEnd(await verbs.completeProof(session, answer)).toISOString(),
    }));
  },
});

function toReply({ _id, name, isSynced, isFromLink, createdAt, lastUsedAt }: Passkey) {
  const times = { createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
  return { _id, name, isSynced, isFromLink: isFromLink === true, ...times };
}
