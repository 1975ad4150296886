import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const partBytes = 16;
/** Of a whole state in base64url. */
const stateLength = 43;

/** What the answer of a provider is checked with. */
interface SignInChecks {
  nonce: string;
  /** Of PKCE. */
  verifier: string;
}

interface SignInStates {
  /** A new state: 16 random bytes, and 16 by which the secret is found that has made it; 43 characters of base64url. */
  create(): string;
  /** Nonce and verifier are made from the state, so neither is stored. @param state the result of `create`, with any text in front of it */
  deriveChecks(state: string): SignInChecks;
}

/**
 * States of sign-ins at identity providers. A sign-in that began before a rotation of the secrets ends after it, at any replica: the PKCE
 * verifier must be the one of the beginning, and a provider takes one try.
 * @param secrets the first makes states, all find their own. @throws Error when there is none
 */
export function createSignInStates(secrets: readonly Buffer[]): SignInStates {
  const [current] = secrets;
  if (!current) throw new Error("states of sign-ins need a secret");
  const mark = (secret: Buffer, random: Buffer) =>
    createHmac("sha256", secret).update("oidc state|").update(random).digest().subarray(0, partBytes);
  const hasMade = (state: string) => {
    const bytes = Buffer.from(state.slice(-stateLength), "base64url");
    const [random, given] = [bytes.subarray(0, partBytes), bytes.subarray(partBytes)];
    return (secret: Buffer) => given.length === partBytes && timingSafeEqual(mark(secret, random), given);
  };
  return {
    create: () => {
      const random = randomBytes(partBytes);
      return Buffer.concat([random, mark(current, random)]).toString("base64url");
    },
    deriveChecks: (state) => {
      // A state that no secret has made gets checks with which no answer of a provider agrees.
      const secret = secrets.find(hasMade(state)) ?? current;
      const derive = (purpose: string) =>
        createHmac("sha256", secret).update(`oidc ${purpose}|${state}`).digest("base64url");
      return { nonce: derive("nonce"), verifier: derive("verifier") };
    },
  };
}
