import { Refusal } from "@tenant-ops/kit/errors";
import type { Language } from "@tenant-ops/kit/pages";

/** A key pair of which an authenticator of the person holds the private key. */
export interface Passkey {
  _id: string;
  /** The id that the authenticator has chosen, in base64url. */
  credentialId: string;
  /** COSE key in base64url. */
  publicKey: string;
  /** Grows with every use of an authenticator that counts; 0 for others. */
  counter: number;
  transports: string[];
  /** Whether the authenticator copies it to other devices of the person. */
  isSynced: boolean;
  name: string;
  /** Added in a session with `isFromLink`, and not confirmed since. */
  isFromLink?: true;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** A person who signs in. The e-mail is not unique and not proven: it comes from an invitation or an identity provider. */
export interface Person {
  _id: string;
  name: string;
  /** In lower case. */
  email: string;
  language: Language | null;
  createdAt: Date;
  /** When the person last joined a business. */
  joinedAt: Date;
  /** When the last membership of the person ended. It is used only while the person has no membership; see former-members.ts. */
  membershipEndedAt?: Date;
  /** The business of that membership. When it is deleted, a person who is a member of no other business is deleted with it. */
  lastBusinessId?: string;
  /** When the person last signed in. */
  signedInAt?: Date;
  /** The business whose identity provider signs this person in; absent for people who joined with a link. */
  identityOf?: string;
  /** At most 20, in the record of the person, so that one write checks their number and changes them. */
  passkeys?: Passkey[];
}

export const createPersonGone = (): Refusal =>
  new Refusal("unauthorized", "Your account was deleted, because you are a member of no business.");

/** @throws Refusal unauthorized for a session of a person who was just deleted */
export function requirePerson(found: Person | null): Person {
  if (!found) throw createPersonGone();
  return found;
}
