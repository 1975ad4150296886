import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { challengeMs, rejectPasskey } from "./challenges.js";
import type { Passkey, Person } from "../people/people.rules.js";

const rejected = "The passkey could not be checked. Start again, or use another one.";
/** Creates the options for authenticators and checks their answers. The library does the cryptography. */
export interface RelyingParty {
  /** Options for a discoverable passkey: the person types no name to sign in. */
  createRegistrationOptions(person: Person, challenge: Buffer): Promise<object & { challenge: string }>;
  /** @param passkeys empty: the browser offers all passkeys for this site */
  createAuthenticationOptions(passkeys: Passkey[], challenge: Buffer): Promise<object & { challenge: string }>;
  /** @throws Refusal passkey_rejected */
  verifyRegistration(answer: unknown, challenge: string): Promise<VerifiedPasskey>;
  /** @returns the new counter. @throws Refusal passkey_rejected, also for a counter that has not grown */
  verifyAuthentication(answer: unknown, challenge: string, passkey: Passkey): Promise<number>;
}

export type VerifiedPasskey = Pick<Passkey, "credentialId" | "publicKey" | "counter" | "transports" | "isSynced">;

/** @param appUrl its host is the id of the relying party, so passkeys belong to this host only */
export function createRelyingParty(appUrl: string): RelyingParty {
  const { hostname: id, origin } = new URL(appUrl);
  const expected = { expectedOrigin: origin, expectedRPID: id, requireUserVerification: true };
  return {
    createRegistrationOptions: ({ _id, name, email, passkeys = [] }, challenge) =>
      generateRegistrationOptions({
        rpName: "tenant-ops",
        rpID: id,
        userName: email || name,
        userDisplayName: name,
        userID: new Uint8Array(Buffer.from(_id)),
        challenge: new Uint8Array(challenge),
        timeout: challengeMs,
        attestationType: "none",
        excludeCredentials: passkeys.map(toDescriptor),
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      }),
    createAuthenticationOptions: (passkeys, challenge) =>
      generateAuthenticationOptions({
        rpID: id,
        challenge: new Uint8Array(challenge),
        timeout: challengeMs,
        userVerification: "required",
        allowCredentials: passkeys.map(toDescriptor),
      }),
    async verifyRegistration(answer, expectedChallenge) {
      const response = answer as RegistrationResponseJSON;
      const verified = await rejecting(() => verifyRegistrationResponse({ ...expected, response, expectedChallenge }));
      if (!verified.verified) throw rejectPasskey(rejected);
      const { credential, credentialBackedUp } = verified.registrationInfo;
      return {
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        transports: credential.transports ?? [],
        isSynced: credentialBackedUp,
      };
    },
    async verifyAuthentication(answer, expectedChallenge, { credentialId, publicKey, counter, transports }) {
      const credential = {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
        counter,
        transports: transports,
      };
      const response = answer as AuthenticationResponseJSON;
      const verified = await rejecting(() =>
        verifyAuthenticationResponse({ ...expected, response, expectedChallenge, credential }),
      );
      if (!verified.verified) throw rejectPasskey(rejected);
      return verified.authenticationInfo.newCounter;
    },
  };
}

function toDescriptor({ credentialId, transports }: Passkey) {
  return { id: credentialId, transports: transports };
}

/** Every error of the library becomes a refusal, because it throws only for wrong answers. */
async function rejecting<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch {
    throw rejectPasskey(rejected);
  }
}
