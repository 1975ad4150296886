import { defineNoun } from "@tenant-ops/kit/process";
import * as routes from "@tenant-ops/rest/console";
import type { ConsoleContext } from "../context.js";
import { eraseLastMember } from "../people/erase-former-member.js";
import { bindMemberRoute } from "../requests/person-routes.js";
import { untilDeleted, untilExpiry } from "../retentions.js";
import { getRedirectUrl, type IdentityProvider } from "./identity-providers.rules.js";
import { findProvider, identityIndexes, providerIndexes, providerSignInIndexes } from "./identity-providers.store.js";
import { removeProvider, requireReachable, saveProvider, signInIdentity } from "./identity-providers.verbs.js";
import { providerSignInPages } from "./provider-sign-in.pages.js";

/** Settings → Sign-in: the identity provider of a business, and signing in with it. */
export const identityProviders = defineNoun({
  collections: {
    identityProviders: {
      indexes: providerIndexes,
      retention: untilDeleted,
      ofBusiness: "_id",
      personal: "Settings of the business.",
    },
    identities: {
      indexes: identityIndexes,
      retention: untilDeleted,
      isShared: true,
      personal:
        "Hashes, and ids of people. It stays when the person is deleted: who was removed does not come back by signing in.",
      onBusinessDeletion: eraseLastMember,
    },
    // Shared, because the business of a sign-in is not known yet.
    providerSignIns: {
      indexes: providerSignInIndexes,
      retention: untilExpiry,
      isShared: true,
      isInternal: true,
      personal: "A sign-in that has begun; the person is not known yet.",
    },
  },
  verbs: { signInIdentity, saveProvider, removeProvider },

  http(app, { signInIdentity, saveProvider, removeProvider }, context: ConsoleContext) {
    const { db, config } = context;
    providerSignInPages(app, { ...context, signInIdentity });
    bindMemberRoute(app, context, routes.getSignInSettings, async ({ params: { businessId } }) =>
      toReply(config, businessId, await findProvider(db, businessId)),
    );
    bindMemberRoute(app, context, routes.testIdentityProvider, async ({ body: { issuer } }) => {
      await requireReachable(context, issuer);
      return context.providerClient.describe(issuer);
    });
    bindMemberRoute(app, context, routes.putSignInSettings, async ({ params: { businessId }, body, call }) =>
      toReply(config, businessId, await saveProvider(call, body)),
    );
    bindMemberRoute(
      app,
      context,
      routes.deleteSignInSettings,
      async ({ call }) => void (await removeProvider(call, {})),
    );
  },
});

function toReply({ APP_URL }: { APP_URL: string }, businessId: string, provider: ShownProvider | null) {
  return {
    provider: provider && describeProvider(provider),
    signInUrl: `${APP_URL}/sign-in/b/${businessId}`,
    redirectUrl: getRedirectUrl(APP_URL, businessId),
  };
}

type ShownProvider = Omit<IdentityProvider, "clientSecret">;

/** Also for one as it is stored: its secret is left out. */
function describeProvider({ issuer, clientId, domains, role, acceptsMissingEmailVerified, updatedAt }: ShownProvider) {
  return { issuer, clientId, domains, role, acceptsMissingEmailVerified, updatedAt: updatedAt.toISOString() };
}
