import { defineService } from "@tenant-ops/kit/process";
import { ConsoleService } from "@tenant-ops/proto/console";
import { storedWithoutCaller } from "@tenant-ops/rest/budgets";
import { application, startKeepingApplication } from "./application/application.noun.js";
import { config } from "./config.js";
import { connections } from "./connections/connections.noun.js";
import { createShared } from "./context.js";
import { identityProviders } from "./identity-providers/identity-providers.noun.js";
import { createClientSecretKeyring, storedSecrets } from "./identity-providers/identity-providers.store.js";
import { invitations } from "./invitations/invitations.noun.js";
import { members } from "./members/members.noun.js";
import { migrations } from "./migrations/migrations.js";
import { createMailer } from "./notices/mailer.js";
import { notices } from "./notices/notices.noun.js";
import { createRequestedListener } from "./notices/requested.listener.js";
import { startNotices } from "./notices/send-notices.js";
import { oauthClients } from "./oauth-clients/oauth-clients.noun.js";
import { passkeys } from "./passkeys/passkeys.noun.js";
import { eraseEarlierMembers } from "./people/erase-former-member.js";
import { startFormerMemberTask } from "./people/former-members.js";
import { people } from "./people/people.noun.js";
import { sessions } from "./sessions/sessions.noun.js";
import { signIn } from "./sign-in/sign-in.noun.js";

/** People: how they sign in, what they may do in which business, and the application that they use. */
export const consoleService = defineService({
  name: "console",
  api: ConsoleService,
  config,
  migrations,
  nouns: [
    people,
    members,
    invitations,
    sessions,
    passkeys,
    signIn,
    identityProviders,
    connections,
    notices,
    oauthClients,
    application,
  ],
  life: { deletionSteps: [eraseEarlierMembers] },
  calls: ({ ACCOUNTS_GRPC_URL: accounts, APPROVALS_GRPC_URL: approvals }) => ({ accounts, approvals }),
  secretKeys: (settings) => ({
    setting: "LINK_SECRET",
    keyring: createClientSecretKeyring(settings.LINK_SECRET),
    stored: storedSecrets,
    allowUnreadable: settings.ALLOW_UNREADABLE_SECRETS,
  }),
  setup: createShared,
  storedWithoutCaller: storedWithoutCaller.console,
  listeners: ({ db, config }) => (config.SMTP_URL === undefined ? [] : [createRequestedListener(db)]),
  background: (context) => {
    const { db, logger, metrics, egress, config } = context;
    const stopKeeping = startKeepingApplication(db, logger);
    const stopTask = startFormerMemberTask(db, logger, metrics);
    const send = createMailer(config);
    const stopNotices = send && startNotices(context, send);
    return async () => {
      await Promise.all([stopTask(), stopNotices?.(), stopKeeping()]);
      await egress.close();
    };
  },
});
