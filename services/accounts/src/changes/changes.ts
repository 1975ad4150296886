import type { Database } from "@tenant-ops/kit/data";
import type { Bus } from "@tenant-ops/kit/events";
import { credentialChangedSubject, credentialCreatedSubject } from "@tenant-ops/proto/accounts";
import { type CredentialChange, insertChange } from "./changes.store.js";

/** Tells all gateways what they must forget, and of new keys. */
export interface Changes {
  /** Call it after every change of a key or a business, before its answer. @throws the error of the database: then the caller must repeat the change */
  publish(change: CredentialChange): Promise<void>;
  /** Tells them of a change that is stored already. */
  announce(change: CredentialChange): Promise<void>;
  /** The same for a business that was deleted: nothing that names it is stored. */
  publishDeletion(businessId: string): void;
  /** Call it for every new key: all gateways then accept the key from any address, also from one that sent many wrong keys. */
  publishKey(hash: string): void;
}

/** A change is stored, and every gateway asks for it once a second; the message, which may get lost, makes it sooner. */
export function createChanges(db: Database, bus: Bus): Changes {
  const announce = async (change: CredentialChange) => {
    bus.publish(credentialChangedSubject, change);
    // When this process is killed after the answer, the gateways have the message.
    await bus.flush();
  };
  return {
    announce,
    async publish(change) {
      await insertChange(db, change);
      await announce(change);
    },
    publishDeletion: (businessId) => bus.publish(credentialChangedSubject, { businessId }),
    publishKey: (hash) => bus.publish(credentialCreatedSubject, { hash }),
  };
}
