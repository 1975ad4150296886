import type { StoredSecrets } from "@tenant-ops/kit/data";

/** What WEBHOOK_SECRET_KEY has encrypted. */
export const storedSecrets: readonly StoredSecrets[] = [
  { collection: "endpoints", path: "secrets", isList: true, getOwner: ({ _id }) => _id },
];
