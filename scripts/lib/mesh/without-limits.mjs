const unlimited = 100_000_000;

/**
 * Settings of a gateway for measurements and tests: one address sends more than the default limits allow, and an overloaded machine
 * must not refuse calls.
 */
export const withoutLimits = {
  RATE_REQUESTS_PER_MINUTE: unlimited,
  RATE_WRITES_PER_MINUTE: unlimited,
  RATE_PUBLIC_PER_MINUTE: unlimited,
  RATE_VISITOR_FORMS_PER_MINUTE: unlimited,
  RATE_APPLICATION_PER_MINUTE: unlimited,
  RATE_ANONYMOUS_PER_MINUTE: unlimited,
  EVENT_LOOP_DELAY_MAX_MS: 0,
};
