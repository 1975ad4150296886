import type { Language } from "@tenant-ops/kit/pages";
import type { Passkey } from "../passkeys/passkeys.types.js";

/** A person who signs in. The e-mail is not unique and not proven: it is what an invitation or an identity provider said. */
export interface Person {
  _id: string;
  name: string;
  /** In lower case. */
  email: string;
  language: Language | null;
  createdAt: Date;
  /** When the person joined a business last. Absent when that was with an earlier build. */
  joinedAt?: Date;
  /**
   * When the person left a business last. Of one who is a member of none and left with an earlier build: when that was noticed. It counts only
   * while the person is a member of no business; see former-members.ts.
   */
  leftAt?: Date;
  /** The business that the person left last. When it is deleted, a person who is a member of no other one is deleted with it. */
  leftBusinessId?: string;
  /** When the person signed in last. Absent when that was with an earlier build. */
  signedInAt?: Date;
  /** The business whose identity provider signs this person in; absent for people who came with a link. */
  identityOf?: string;
  /** At most 20, in the record of the person, so that one write checks their number and changes them. */
  passkeys?: Passkey[];
}
