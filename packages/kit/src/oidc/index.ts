export type { ProviderClaims } from "./claims.rules.js";
export { createProviderClient, type ProviderClient, type ProviderSettings } from "./provider-client.js";
