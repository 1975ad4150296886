import type { BudgetName } from "./budgets.js";

type Stored = Readonly<Record<string, readonly BudgetName[]>>;

/**
 * Every route of a service that needs no credential, and what it stores. A service with another such route does not start, and the gateway passes on
 * these methods only, so that `Allow` names those that work. In tests, one fails when it stores what is not named here. The gateway has its own documents
 * too, which store nothing.
 */
export const storedWithoutCaller = {
  gateway: {
    // The code or the refresh token of a connection, or the secret of a key.
    "POST /oauth/token": ["connections"],
    "POST /oauth/revoke": ["connections"],
  },
  flows: {
    "GET /flow/*": ["visits"],
    "HEAD /flow/*": [],
    "POST /flow/*": ["visits", "registrations"],
    "GET /flow/:slug/documents/:sha256": [],
    "HEAD /flow/:slug/documents/:sha256": [],
    "GET /flow/:slug/registration/:id": [],
    "HEAD /flow/:slug/registration/:id": [],
    "POST /flow/:slug/registration/:id": ["registrations"],
    "POST /flow/:slug/registration/:id/files/:field": ["files"],
    "GET /flow/:slug/sign-in": [],
    "POST /flow/:slug/sign-in/code": ["codes", "visits"],
    "POST /flow/:slug/sign-in/check": ["codes", "visits"],
    "POST /flow/:slug/sign-in/provider": ["visitorSignIns", "visits"],
    "GET /flow/:slug/sign-in/callback/:businessId": ["visitorSignIns", "visits"],
    "GET /flow/sign-in/callback/:businessId": [],
    "GET /flow/:slug/test-runs/:token": ["testRuns"],
    "HEAD /flow/:slug/test-runs/:token": [],
    "POST /flow/:slug/test-runs/:token": ["testRuns"],
    "GET /flow/:slug/test-runs/:token/documents/:sha256": [],
    "HEAD /flow/:slug/test-runs/:token/documents/:sha256": [],
    "POST /v1/public/flows/bank-validations/:id": ["bankAnswers"],
  },
  roulettes: {
    "GET /roulette/*": ["passes"],
    "HEAD /roulette/*": [],
    "POST /roulette/*": ["passes"],
  },
  learning: {
    "GET /course/*": ["passes"],
    "HEAD /course/*": [],
  },
  console: {
    "GET /": [],
    "GET /b/*": [],
    "GET /profile": [],
    "GET /profile/*": [],
    "GET /assets/:name": [],
    "GET /sign-in": [],
    "HEAD /sign-in": [],
    "GET /sign-in/new-passkey": [],
    "HEAD /sign-in/new-passkey": [],
    "GET /sign-in/passkeys.js": [],
    "POST /sign-in/passkey/options": ["challenges"],
    "POST /sign-in/passkey": ["challenges", "sessions"],
    "GET /sign-in/b/:businessId": [],
    "POST /sign-in/b/:businessId": ["providerSignIns"],
    "GET /sign-in/b/:businessId/callback": ["providerSignIns", "sessions"],
    "GET /invitation/:token": [],
    "HEAD /invitation/:token": [],
    "POST /invitation/:token": ["sessions"],
    // Showing the page keeps the client that asks.
    "GET /connect": ["clients"],
    "HEAD /connect": ["clients"],
    "POST /connect": ["connections"],
    "POST /oauth/register": ["clients"],
    "GET /oauth/register/:clientId": [],
  },
} as const satisfies Record<string, Stored>;
