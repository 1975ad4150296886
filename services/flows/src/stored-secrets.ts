import type { StoredSecrets } from "@tenant-ops/kit/data";
import { toSecretOwner } from "./providers/providers.rules.js";

/** The stored values that are encrypted with FLOW_SECRET_KEY. */
export const storedSecrets: readonly StoredSecrets[] = [
  { collection: "bankProviders", path: "secrets", isList: true, getOwner: ({ businessId }) => businessId },
  {
    collection: "signInProviders",
    path: "identityProvider.clientSecret",
    getOwner: ({ businessId }) => toSecretOwner(businessId, "identity_provider"),
  },
  {
    collection: "signInProviders",
    path: "whatsapp.accessToken",
    getOwner: ({ businessId }) => toSecretOwner(businessId, "whatsapp"),
  },
];
