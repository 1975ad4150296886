export { createAddressCheck } from "./egress-client.js";
export { type Cidr, isAllowedAddress, parseCidrs } from "./address.rules.js";
export { createEgressClient } from "./egress-client.js";
export { createEgressFetch } from "./egress-fetch.js";
export { EgressError } from "./address-resolver.js";
export type {
  EgressAnswer,
  EgressClient,
  EgressFailure,
  EgressOptions,
  EgressRequest,
  HttpResult,
} from "./egress.types.js";
export { checkEgressSettings, createEgressOptions, egressSettings } from "./egress-settings.js";
export { parseRetrySchedule, planRetry, type RetryRules } from "./retry-schedule.rules.js";
export { createSignatureHeaders, generateSigningSecret, isSignatureValid } from "./signatures.js";
export {
  createSigningSecret,
  openValidSecrets,
  rotateSecrets,
  selectValidSecrets,
  type SigningSecret,
} from "./signing-secrets.rules.js";
export { checkUrl, egressRefused, getHost, isReadOtherwise, type UrlRules } from "./url.rules.js";
