import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { challengeMs, createRejection } from "./challenges.js";
import type { Passkey, Person } from "../people/people.rules.js";

// Loaded for the first passkey.
const load = () => import("@simplewebauthn/server");

/**
 * Creates the options for authenticators and checks their answers. The library does the cryptography.
 * @param appUrl its host is the id of the relying party, so passkeys belong to this host only
 */
export function createRelyingParty(appUrl: string) {
  const { hostname: id, origin } = new URL(appUrl);
  const expected = { expectedOrigin: origin, expectedRPID: id, requireUserVerification: true };
  return {
    /** For a discoverable passkey: the person types no name to sign in. */
    createRegistrationOptions: async ({ _id, name, email, passkeys = [] }: Person, challenge: Buffer) =>
      (await load()).generateRegistrationOptions({
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
    /** @param passkeys empty: the browser offers all passkeys for this site */
    createAuthenticationOptions: async (passkeys: Passkey[], challenge: Buffer) =>
      (await load()).generateAuthenticationOptions({
        rpID: id,
        challenge: new Uint8Array(challenge),
        timeout: challengeMs,
        userVerification: "required",
        allowCredentials: passkeys.map(toDescriptor),
      }),
    /** @throws Refusal passkey_rejected */
    async verifyRegistration(answer: unknown, expectedChallenge: string) {
      const response = answer as RegistrationResponseJSON;
      const { verifyRegistrationResponse } = await load();
      const verified = await rejecting(() => verifyRegistrationResponse({ ...expected, response, expectedChallenge }));
      if (!verified.verified) throw createRejection();
      const { credential, credentialBackedUp } = verified.registrationInfo;
      return {
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        transports: credential.transports ?? [],
        isSynced: credentialBackedUp,
      };
    },
    /** @returns the new counter. @throws Refusal passkey_rejected, also for a counter that has not grown */
    async verifyAuthentication(answer: unknown, expectedChallenge: string, passkey: Passkey): Promise<number> {
      const { credentialId, publicKey, counter, transports } = passkey;
      const credential = {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
        counter,
        transports,
      };
      const response = answer as AuthenticationResponseJSON;
      const { verifyAuthenticationResponse } = await load();
      const verified = await rejecting(() =>
        verifyAuthenticationResponse({ ...expected, response, expectedChallenge, credential }),
      );
      if (!verified.verified) throw createRejection();
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
    throw createRejection();
  }
}
