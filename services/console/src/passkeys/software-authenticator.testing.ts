import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { newId } from "@tenant-ops/kit/data";
import type { Passkey } from "../people/people.rules.js";

/** The parts of an answer that differ from a right one. */
export interface WrongAnswer {
  counter?: number;
  origin?: string;
  /** Host for which the authenticator signs. */
  relyingPartyId?: string;
  isUserVerified?: boolean;
  type?: string;
}

/** An authenticator that signs what a test says, including values that no real one would sign. */
export interface SoftwareAuthenticator {
  /** The passkey as the service stores it. */
  passkey: Passkey;
  /** The answer to a challenge, as the script of the page sends it. */
  answer(challenge: string, personId: string, wrong?: WrongAnswer): object;
}

const userPresent = 0x01;
const userVerified = 0x04;

/** @param appUrl the application for which its passkey is made. @param counter the last one that the service has seen */
export function createSoftwareAuthenticator(appUrl: string, counter: number): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(16).toString("base64url");
  const { hostname, origin } = new URL(appUrl);
  return {
    passkey: {
      _id: newId("psk"),
      credentialId,
      publicKey: encodeCoseKey(publicKey.export({ format: "jwk" })).toString("base64url"),
      counter,
      transports: ["internal"],
      isSynced: false,
      name: "Phone",
      createdAt: new Date(),
      lastUsedAt: null,
    },
    answer(challenge, personId, wrong = {}) {
      const clientData = Buffer.from(
        JSON.stringify({ type: wrong.type ?? "webauthn.get", challenge, origin: wrong.origin ?? origin }),
      );
      const flags = userPresent | ((wrong.isUserVerified ?? true) ? userVerified : 0);
      const counterBytes = Buffer.alloc(4);
      counterBytes.writeUInt32BE(wrong.counter ?? counter + 1);
      const relyingParty = sha256(Buffer.from(wrong.relyingPartyId ?? hostname));
      const authenticatorData = Buffer.concat([relyingParty, Buffer.from([flags]), counterBytes]);
      const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
      return {
        id: credentialId,
        rawId: credentialId,
        type: "public-key",
        response: {
          clientDataJSON: clientData.toString("base64url"),
          authenticatorData: authenticatorData.toString("base64url"),
          signature: createSign("sha256").update(signed).sign(privateKey).toString("base64url"),
          userHandle: Buffer.from(personId).toString("base64url"),
        },
        clientExtensionResults: {},
      };
    },
  };
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest();

/** CBOR of `{1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}`, as RFC 9053 says. */
function encodeCoseKey({ x = "", y = "" }: { x?: string | undefined; y?: string | undefined }): Buffer {
  const bytes32 = Buffer.from([0x58, 32]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    ...[bytes32, Buffer.from(x, "base64url"), Buffer.from([0x22]), bytes32, Buffer.from(y, "base64url")],
  ]);
}
