export { type Cidr, isAllowedAddress, parseCidrs } from "./address.rules.js";
export { createEgressClient } from "./egress-client.js";
export { createEgressFetch } from "./egress-fetch.js";
export { EgressError } from "./egress-errors.js";
export type {
  EgressAnswer,
  EgressClient,
  EgressFailure,
  EgressOptions,
  EgressRequest,
  HttpResult,
} from "./egress.types.js";
export { checkEgressSettings, createEgressOptions, egressSettings } from "./egress-settings.js";
export { checkUrl, egressRefused, getHost, type UrlRules } from "./url.rules.js";
