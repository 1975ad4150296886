import { createEgressClient, createEgressOptions } from "@tenant-ops/kit/egress";
import { createSessionCookie, proofMs } from "@tenant-ops/kit/http";
import { createProviderClient } from "@tenant-ops/kit/oidc";
import { defineService } from "@tenant-ops/kit/process";
import { ConsoleService } from "@tenant-ops/proto/console";
import { storedWithoutCaller } from "@tenant-ops/rest/budgets";
import { applicationHttp, storeApplicationFiles } from "./application/application.http.js";
import { keptFileIndexes } from "./application/kept-files.js";
import { createBusinessFinder } from "./businesses/find-business.js";
import { config } from "./config.js";
import { dataLife } from "./data-life.js";
import { connectPages } from "./connections/connect.pages.js";
import { connectionHttp } from "./connections/connections.http.js";
import { connectionRpcs } from "./connections/connections.rpc.js";
import { connectionIndexes } from "./connections/connections.store.js";
import { codeIndexes, consentIndexes } from "./connections/authorization-codes.store.js";
import {
  createClientSecretKeyring,
  identityIndexes,
  providerIndexes,
  providerSignInIndexes,
  storedSecrets,
} from "./identity-providers/identity-providers.store.js";
import { providerSignInPages } from "./identity-providers/provider-sign-in.pages.js";
import { signInSettingsHttp } from "./identity-providers/settings.http.js";
import { invitationPages } from "./invitations/invitations.pages.js";
import { invitationRpcs } from "./invitations/invitations.rpc.js";
import { invitationIndexes } from "./invitations/invitations.store.js";
import { invitationHttp } from "./invitations/invitations.http.js";
import { memberHttp } from "./members/members.http.js";
import { membershipIndexes } from "./members/members.store.js";
import { migrations } from "./migrations/migrations.js";
import { createClientFinder } from "./oauth-clients/find-client.js";
import { createMetadataDocuments, documentTimeoutMs } from "./oauth-clients/metadata-documents.js";
import { clientRegistrationHttp } from "./oauth-clients/registration.http.js";
import { registeredClientIndexes } from "./oauth-clients/registered-clients.store.js";
import { challengeIndexes } from "./passkeys/challenges.store.js";
import { passkeyHttp } from "./passkeys/passkeys.http.js";
import { createRelyingParty } from "./passkeys/relying-party.js";
import { stepUpHttp } from "./passkeys/step-up.http.js";
import { startFormerMemberTask } from "./people/former-members.js";
import { personIndexes } from "./people/people.store.js";
import { profileHttp } from "./people/profile.http.js";
import { sessionHttp } from "./sessions/sessions.http.js";
import { sessionRpcs } from "./sessions/sessions.rpc.js";
import { sessionIndexes } from "./sessions/sessions.store.js";
import { createBrowserCookie } from "./sign-in/browser-cookie.js";
import { passkeySignInHttp } from "./sign-in/passkey-sign-in.http.js";
import { scriptHttp } from "./sign-in/scripts.http.js";
import { signInPages } from "./sign-in/sign-in.pages.js";

/** People: how they sign in, what they may do in which business, and the application that they use. */
export const consoleService = defineService({
  name: "console",
  api: ConsoleService,
  config,
  life: dataLife,
  indexes: { memberLocks: [] },
  // Shared, because a person can be a member of several businesses, and a session or a link is looked up before its business is known.
  shared: {
    people: personIndexes,
    memberships: membershipIndexes,
    invitations: invitationIndexes,
    sessions: sessionIndexes,
    challenges: challengeIndexes,
    identityProviders: providerIndexes,
    identities: identityIndexes,
    providerSignIns: providerSignInIndexes,
    connections: connectionIndexes,
    authorizationCodes: codeIndexes,
    answeredConsents: consentIndexes,
    oauthClients: registeredClientIndexes,
    applicationFiles: keptFileIndexes,
  },
  calls: ({ ACCOUNTS_GRPC_URL: accounts }) => ({ accounts }),
  migrations,
  secretKeys: (settings) => ({
    setting: "LINK_SECRET",
    keyring: createClientSecretKeyring(settings.LINK_SECRET),
    stored: storedSecrets,
    allowUnreadable: settings.ALLOW_UNREADABLE_SECRETS,
  }),
  setup: ({ db, clients, config, logger }) => {
    const egressOptions = createEgressOptions(config, documentTimeoutMs);
    const egress = createEgressClient(egressOptions);
    return {
      findBusiness: createBusinessFinder(clients),
      cookie: createSessionCookie(config.APP_URL),
      browserCookie: createBrowserCookie(config.APP_URL),
      relyingParty: createRelyingParty(config.APP_URL),
      egress,
      urlRules: egressOptions,
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
  },
  rpcs: ({ db, bus, config }) => ({
    ...sessionRpcs(db),
    ...invitationRpcs(db, config),
    ...connectionRpcs({ db, bus, config }),
  }),
  storedWithoutCaller: storedWithoutCaller.console,
  http: (app, context) => {
    scriptHttp(app);
    signInPages(app, context);
    passkeySignInHttp(app, context);
    invitationPages(app, context);
    sessionHttp(app, context);
    connectPages(app, context);
    connectionHttp(app, context);
    clientRegistrationHttp(app, context);
    providerSignInPages(app, context);
    signInSettingsHttp(app, context);
    profileHttp(app, context);
    memberHttp(app, context);
    invitationHttp(app, context);
    passkeyHttp(app, context);
    stepUpHttp(app, context);
    applicationHttp(app, context);
  },
  background: ({ db, logger, metrics, egress }) => {
    const filesStored = storeApplicationFiles(db, logger);
    const stopTask = startFormerMemberTask(db, logger, metrics);
    return async () => {
      await stopTask();
      await filesStored;
      await egress.close();
    };
  },
});
