// Which process may call which service: the contract says it, in the option `callers` of an rpc.
import { issuersByService } from "../../../proto/gen/issuers.mjs";

/** The setting CALL_CONTEXT_PUBLIC_KEYS of a service: only the issuers that may call something of it. */
export const formatPublicKeys = (service, secrets) =>
  issuersByService[service].map((issuer) => `${issuer}:${secrets[`${issuer}CallContextPublicKey`]}`).join(",");

/** The same for every service, by its name. */
export const formatAllPublicKeys = (secrets) =>
  Object.fromEntries(Object.keys(issuersByService).map((service) => [service, formatPublicKeys(service, secrets)]));
