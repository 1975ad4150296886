import type { Business, Key } from "@tenant-ops/proto/accounts";

/** A business with its sandbox, if the caller works in it. */
export interface Account {
  business: Business;
  sandboxId?: string;
}

/** A key, also one that may not be used, with its business. */
export interface FoundKey extends Account {
  key: Key;
}

/** One changed key; without `keyId`, a changed business and all of its keys. */
export interface CredentialChange {
  businessId: string;
  keyId?: string | undefined;
}
