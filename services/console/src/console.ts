import { defineService } from "@tenant-ops/kit/process";
import { ConsoleService } from "@tenant-ops/proto/console";
import { registerApplication } from "./application/application.http.js";
import { createBusinessFinder } from "./businesses/find-business.js";
import { config } from "./config.js";
import { registerInvitationPages } from "./invitations/invitations.pages.js";
import { invitationRpcs } from "./invitations/invitations.rpc.js";
import { invitationIndexes } from "./invitations/invitations.store.js";
import { membershipIndexes } from "./members/members.store.js";
import { personIndexes } from "./people/people.store.js";
import { createSessionCookie } from "./sessions/session-cookie.js";
import { registerSessionRoutes } from "./sessions/sessions.http.js";
import { sessionRpcs } from "./sessions/sessions.rpc.js";
import { sessionIndexes } from "./sessions/sessions.store.js";
import { registerSignInPages } from "./sessions/sign-in.pages.js";

/** People: how they sign in, what they may do in which business, and the application that they use. */
export const consoleService = defineService({
  name: "console",
  api: ConsoleService,
  config,
  indexes: {},
  // A person can be a member of several businesses, and a session or a link is looked up before its business is known.
  shared: {
    people: personIndexes,
    memberships: membershipIndexes,
    invitations: invitationIndexes,
    sessions: sessionIndexes,
  },
  calls: ({ GATEWAY_GRPC_URL: accounts }) => ({ accounts }),
  setup: ({ clients, config }) => ({
    findBusiness: createBusinessFinder(clients),
    cookie: createSessionCookie(config.APP_URL),
  }),
  rpcs: ({ db, config }) => ({ ...sessionRpcs(db), ...invitationRpcs(db, config) }),
  http: (app, context) => {
    registerSignInPages(app, context);
    registerInvitationPages(app, context);
    registerSessionRoutes(app, context);
    registerApplication(app, context);
  },
});
