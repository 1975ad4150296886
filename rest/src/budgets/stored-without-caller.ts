import type { BudgetName } from "./budgets.js";

type Stored = Readonly<Record<string, readonly BudgetName[]>>;

/**
 * What the routes that need no credential store, by the process that stores it. A service with another such route does not start, nor does the gateway;
 * in tests, a GET that is not named here fails when it writes.
 */
export const storedWithoutCaller = {
  gateway: {
    // The code or the refresh token of a connection, or the secret of a key.
    "POST /oauth/token": ["connections"],
    "POST /oauth/revoke": ["connections"],
  },
  flows: {
    "GET /flow/*": ["visits"],
    "POST /flow/*": ["visits", "registrations"],
    "POST /flow/:slug/registration/:id": ["registrations"],
    "POST /flow/:slug/registration/:id/files/:field": ["files"],
    "POST /flow/:slug/sign-in/code": ["codes", "visits"],
    "POST /flow/:slug/sign-in/check": ["codes", "visits"],
    "POST /flow/:slug/sign-in/provider": ["visitorSignIns", "visits"],
    "GET /flow/:slug/sign-in/callback/:businessId": ["visitorSignIns", "visits"],
    "GET /flow/:slug/test-runs/:token": ["testRuns"],
    "POST /flow/:slug/test-runs/:token": ["testRuns"],
    "POST /v1/public/flows/bank-validations/:id": ["bankAnswers"],
  },
  roulettes: {
    "GET /roulette/*": ["passes"],
    "POST /roulette/*": ["passes"],
  },
  learning: {
    "GET /course/*": ["passes"],
  },
  console: {
    "POST /sign-in/passkey/options": ["challenges"],
    "POST /sign-in/passkey": ["challenges", "sessions"],
    "POST /sign-in/b/:businessId": ["providerSignIns"],
    "GET /sign-in/b/:businessId/callback": ["providerSignIns", "sessions"],
    "POST /invitation/:token": ["sessions"],
    // Showing the page keeps the client that asks.
    "GET /connect": ["clients"],
    "POST /connect": ["connections"],
    "POST /oauth/register": ["clients"],
  },
} as const satisfies Record<string, Stored>;
