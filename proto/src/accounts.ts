export * from "../gen/tenantops/accounts/v1/accounts_pb.js";

// Messages on NATS from accounts to every gateway. They may get lost: gateways also ask once a second (ListChanges).

/** A key was changed, or a business: `{ businessId, keyId? }`. */
export const credentialChangedSubject = "accounts.credentials.changed";
/** A key was created: `{ hash }`. */
export const credentialCreatedSubject = "accounts.credentials.created";
