import type { Scope, WriteScope } from "@tenant-ops/kit/data";
import type { IdentityProvider, Providers, SendOutcome, WhatsAppProvider } from "./providers.rules.js";

// Only the index that every `_id` has.
export const providerIndexes = [];

const providers = (scope: Scope) => scope.collection<Providers>("signInProviders");

export function findProviders(scope: Scope): Promise<Providers | null> {
  return providers(scope).findById(scope.businessId);
}

/** Absent fields do not change; null removes. */
export interface ProviderChanges {
  whatsapp?: WhatsAppProvider | null | undefined;
  identityProvider?: IdentityProvider | null | undefined;
}

export async function changeProviders(scope: WriteScope, changes: ProviderChanges): Promise<Providers> {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  const given = entries.filter(([, value]) => value !== null);
  const removed = entries.filter(([, value]) => value === null).map(([name]) => [name, true]);
  const update = {
    ...(given.length > 0 && { $set: Object.fromEntries(given) }),
    ...(removed.length > 0 && { $unset: Object.fromEntries(removed) }),
  };
  const stored = await providers(scope).findOneAndUpdate({ _id: scope.businessId }, update, { upsert: true });
  if (!stored) throw new Error("an upsert returned no record");
  return stored;
}

export async function deleteProviders(scope: WriteScope): Promise<undefined> {
  await providers(scope).deleteOne({ _id: scope.businessId });
}

/** Stores the outcome of the last code. An outcome of earlier settings is dropped. */
export async function noteSend(scope: Scope, { updatedAt }: WhatsAppProvider, lastSend: SendOutcome): Promise<void> {
  const filter = { _id: scope.businessId, "whatsapp.updatedAt": updatedAt };
  await providers(scope).updateOne(filter, { $set: { "whatsapp.lastSend": lastSend } });
}
