import { fixedLimits } from "./fixed-limits.js";

/** One bound of what strangers create. */
export interface BudgetLimit {
  /** For what it is counted: `address and day`. */
  per: string;
  /** The setting of the operator, or a fixed number. */
  max: string | number;
  /** What the caller gets at the limit. */
  answer: string;
  /** The alert of the operator; absent where nobody has to act. */
  alert?: string;
}

/** What requests without a credential of their own may create, and how much of it. */
export interface Budget {
  /** What is stored. */
  stored: string;
  /** How long. */
  kept: string;
  limits: readonly BudgetLimit[];
}

const nearlyUsed = "TenantOpsVisitorLimitNearlyUsed";
const rateLimited = "TenantOpsManyRateLimited";
const page = "429, a page that tries again";
const signInPage = "429, the page of the sign-in says when";
const formAgain = "429, the form with all its answers";
const documentsAgain = "429, the page of the documents";
/** A window begins with the first use. */
const perBusiness = "business and 24 hours";
const perAddress = "address, business and 24 hours";
const perMinute = "address and minute";

/** The table of docs/limits.md. Settings are those of the process that refuses. */
export const budgets = {
  visits: {
    stored: "a browser that opened a page, without its address",
    kept: "until the day ends; while a registration is pending, up to eight days",
    limits: [{ per: perMinute, max: "RATE_PUBLIC_PER_MINUTE", answer: page, alert: rateLimited }],
  },
  registrations: {
    stored: "the answers of a form",
    kept: "by the rule of the business",
    limits: [
      { per: perMinute, max: "RATE_VISITOR_FORMS_PER_MINUTE", answer: page, alert: rateLimited },
      { per: perAddress, max: "FLOW_REGISTRATIONS_PER_ADDRESS", answer: formAgain },
      { per: perBusiness, max: "FLOW_REGISTRATIONS_PER_BUSINESS", answer: formAgain, alert: nearlyUsed },
      { per: `${perAddress}, in bytes with files`, max: "FLOW_BYTES_PER_ADDRESS", answer: formAgain },
      {
        per: `${perBusiness}, in bytes with files`,
        max: "FLOW_BYTES_PER_BUSINESS",
        answer: formAgain,
        alert: nearlyUsed,
      },
    ],
  },
  files: {
    stored: "a file of a registration",
    kept: "an interrupted one for an hour; until the documents are complete, 25 hours; then as the registration",
    limits: [
      { per: "file, in bytes", max: fixedLimits.fileBytes, answer: "413 or 422, the page of the documents" },
      { per: "registration", max: fixedLimits.filesPerRegistration, answer: "422, the page of the documents" },
      { per: perMinute, max: "RATE_VISITOR_UPLOADS_PER_MINUTE", answer: page, alert: rateLimited },
      { per: `${perAddress}, in bytes`, max: "FLOW_BYTES_PER_ADDRESS", answer: documentsAgain },
      { per: `${perBusiness}, in bytes`, max: "FLOW_BYTES_PER_BUSINESS", answer: documentsAgain, alert: nearlyUsed },
    ],
  },
  codes: {
    stored: "a code for a phone, which costs the business a message",
    kept: "an hour",
    limits: [
      { per: "phone, business and 24 hours", max: "FLOW_CODES_PER_PHONE", answer: signInPage },
      { per: "address, business and hour", max: "FLOW_SIGN_INS_PER_ADDRESS", answer: signInPage },
      {
        per: "network (/24, of IPv6 /48), business and 24 hours, of codes that are not entered",
        max: "FLOW_OPEN_CODES_PER_NETWORK",
        answer: signInPage,
        alert: "TenantOpsCodesNotEntered",
      },
      {
        per: `${perBusiness}; half of them for phones that it knows`,
        max: "FLOW_CODES_PER_BUSINESS",
        answer: signInPage,
        alert: nearlyUsed,
      },
    ],
  },
  visitorSignIns: {
    stored: "a visit to the identity provider of a business",
    kept: "an hour",
    limits: [{ per: "address, business and hour", max: "FLOW_SIGN_INS_PER_ADDRESS", answer: signInPage }],
  },
  testRuns: {
    stored: "the result of a test run, by the link that a person of the business made",
    kept: "30 days",
    limits: [{ per: "business", max: "QUOTA_TEST_RUNS", answer: "no further link is made" }],
  },
  bankAnswers: {
    stored: "what the bank of a business has decided, in a request with its signature",
    kept: "as the registration",
    limits: [{ per: perMinute, max: "RATE_ANONYMOUS_PER_MINUTE", answer: "429", alert: rateLimited }],
  },
  passes: {
    stored: "a browser that came from a registration with its pass, and what the pass allows: spins, an enrollment",
    kept: "as the spins and the enrollment",
    limits: [
      { per: "registration; a spin as often as the roulette allows", max: 1, answer: "a page: the pass is used" },
      { per: perMinute, max: "RATE_VISITOR_FORMS_PER_MINUTE", answer: page, alert: rateLimited },
    ],
  },
  challenges: {
    stored: "an attempt to sign in with a passkey",
    kept: "five minutes",
    limits: [
      { per: "address, not finished", max: fixedLimits.openChallengesPerAddress, answer: "429" },
      { per: "browser or session, not finished", max: fixedLimits.openChallengesPerBrowser, answer: "429" },
    ],
  },
  providerSignIns: {
    stored: "a visit of a person to the identity provider of a business",
    kept: "ten minutes",
    limits: [{ per: "address, not finished", max: fixedLimits.openProviderSignInsPerAddress, answer: "429" }],
  },
  sessions: {
    stored: "a session of a person with a passkey, a link, or an account at the provider of the business",
    kept: "twelve hours after its last use, at most seven days",
    limits: [
      { per: "person", max: fixedLimits.sessionsPerPerson, answer: "the oldest session ends" },
      { per: perMinute, max: "RATE_APPLICATION_PER_MINUTE", answer: "429", alert: rateLimited },
    ],
  },
  connections: {
    stored: "the access that a person, who is signed in, allows an agent; its tokens",
    kept: "until it ends or is revoked",
    limits: [
      { per: "person and business", max: fixedLimits.connectionsPerPerson, answer: "a page that says so" },
      { per: perMinute, max: "RATE_ANONYMOUS_PER_MINUTE", answer: "429", alert: rateLimited },
    ],
  },
  clients: {
    stored: "a client of OAuth that registers itself",
    kept: "by its use",
    limits: [
      { per: perMinute, max: "RATE_CLIENT_REGISTRATIONS_PER_MINUTE", answer: "429", alert: rateLimited },
      {
        per: "installation",
        max: "OAUTH_CLIENTS_MAX",
        answer: "the oldest unused client goes; without one, 503",
      },
    ],
  },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof budgets;
