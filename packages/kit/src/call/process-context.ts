import type { Caller, VerifiedContext } from "./call.js";

/**
 * The call context between two parts of one process. It is not signed: the object itself is the proof. What comes over a connection is a text and
 * never an object of this class, and the package exports neither the class nor a function that makes an object of it for a caller from outside.
 */
export class ProcessContext {
  readonly #audience: string;
  readonly #verified: VerifiedContext;

  /** @param caller only the data of the caller is kept, in a copy: whoever gets it can change nothing of the caller's */
  constructor(issuer: string, audience: string, caller: Caller) {
    const { businessId, country, currency, timeZone, keyId, scopes, operator } = caller;
    this.#audience = audience;
    this.#verified = {
      issuer,
      caller: {
        ...{ businessId, country, currency, timeZone, keyId, scopes: [...scopes] },
        ...(operator !== undefined && { operator }),
      },
    };
  }

  /** @returns undefined for another audience, and for an object that the constructor has not made, whatever its prototype and fields are */
  static read(context: object, audience: string): VerifiedContext | undefined {
    return #verified in context && context.#audience === audience ? context.#verified : undefined;
  }
}
