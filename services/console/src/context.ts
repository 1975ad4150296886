import { createEgressClient, createEgressOptions } from "@tenant-ops/kit/egress";
import { createSessionCookie, createTokenCookie, proofMs } from "@tenant-ops/kit/http";
import { createProviderClient } from "@tenant-ops/kit/oidc";
import type { ServiceContext } from "@tenant-ops/kit/process";
import { createBusinessFinder } from "./businesses/find-business.js";
import type { ConsoleConfig } from "./config.js";
import { createClientSecretKeyring } from "./identity-providers/identity-providers.store.js";
import { createClientFinder } from "./oauth-clients/find-client.js";
import { createMetadataDocuments, documentTimeoutMs } from "./oauth-clients/metadata-documents.js";
import { createRelyingParty } from "./passkeys/relying-party.js";

const signInSeconds = 10 * 60;

/** What verbs, routes and pages of the console share, made once for each start. */
export function createShared({ db, clients, config, logger }: ServiceContext<ConsoleConfig>) {
  const urlRules = createEgressOptions(config, documentTimeoutMs);
  const egress = createEgressClient(urlRules);
  return {
    findBusiness: createBusinessFinder(clients),
    cookie: createSessionCookie(config.APP_URL),
    /** Ties a sign-in to the browser that began it. */
    browserCookie: createTokenCookie(config.APP_URL, "sign-in", signInSeconds),
    relyingParty: createRelyingParty(config.APP_URL),
    egress,
    urlRules,
    providerClient: createProviderClient({
      egress,
      allowHttp: config.EGRESS_ALLOW_HTTP,
      secrets: config.LINK_SECRET,
      // A sign-in counts as a proof, so it must be one.
      maxAgeSeconds: proofMs / 1000,
    }),
    clientSecretKeys: createClientSecretKeyring(config.LINK_SECRET),
    findClient: createClientFinder(db, createMetadataDocuments(egress, logger)),
  };
}

/** What verbs, routes and pages of the console get. Routes read with `db`: people, sessions and links belong to no business, or to several. */
export type ConsoleContext = ServiceContext<ConsoleConfig> & ReturnType<typeof createShared>;
