import type { StoredSecrets } from "@tenant-ops/kit/data";

/** The stored values that are encrypted with WEBHOOK_SECRET_KEY. */
export const storedSecrets: readonly StoredSecrets[] = [
  { collection: "endpoints", path: "secrets", isList: true, getOwner: ({ _id }) => _id },
];
