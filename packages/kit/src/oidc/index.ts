export {
  createProviderClient,
  type ProviderClaims,
  type ProviderClient,
  type ProviderSettings,
} from "./provider-client.js";
