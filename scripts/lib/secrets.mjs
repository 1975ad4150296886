// The keys of one mesh: made at random the first time, then read from `<data folder>/secrets.json` (mode 0600).
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { join } from "node:path";
import { readJson, writePrivateJson } from "./paths.mjs";

export async function loadSecrets(dataDir) {
  const file = join(dataDir, "secrets.json");
  const kept = await readJson(file);
  // Keys that a newer version needs are added; the old ones stay, the data was written with them.
  const secrets = { ...makeSecrets(), ...kept };
  if (!kept || Object.keys(kept).length < Object.keys(secrets).length) await writePrivateJson(file, secrets);
  return secrets;
}

export function makeSecrets() {
  const gateway = ed25519();
  const flows = ed25519();
  return {
    gatewayCallContextPrivateKey: gateway.privateKey,
    gatewayCallContextPublicKey: gateway.publicKey,
    flowsCallContextPrivateKey: flows.privateKey,
    flowsCallContextPublicKey: flows.publicKey,
    tokenPrivateKey: ed25519().privateKey,
    proposalSecret: randomBytes(32).toString("base64url"),
    apiKeyPepper: randomBytes(32).toString("base64url"),
    webhookSecretKey: randomBytes(32).toString("base64url"),
    operatorKey: `operator-${randomBytes(32).toString("base64url")}`,
  };
}

/** Private as PKCS#8 DER, public as the raw 32 bytes, both in base64url: what the processes expect. */
function ed25519() {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64url"),
    publicKey: publicKey.export({ format: "jwk" }).x,
  };
}

/** The values that must never appear in a log; public keys may. */
export const secretValues = (secrets) =>
  Object.entries(secrets)
    .filter(([name]) => !name.endsWith("PublicKey"))
    .map(([, value]) => value);
