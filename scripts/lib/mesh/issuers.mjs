// Which process may call which service, as the option `callers` of rpcs in the contract says.
import { issuersByService } from "../../../proto/gen/issuers.mjs";

/** The setting CALL_CONTEXT_PUBLIC_KEYS of a service: the keys of only those issuers that may call at least one of its rpcs. */
export const formatPublicKeys = (service, secrets) =>
  issuersByService[service].map((issuer) => `${issuer}:${secrets[`${issuer}CallContextPublicKey`]}`).join(",");

/** The same for every service, by its name. */
export const formatAllPublicKeys = (secrets) =>
  Object.fromEntries(Object.keys(issuersByService).map((service) => [service, formatPublicKeys(service, secrets)]));
