// The keys of one mesh: random at first, then read from `<data folder>/secrets.json` (mode 0600).
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { join } from "node:path";
import { readJson, writePrivateJson } from "../paths.mjs";

export async function loadSecrets(dataDir) {
  const file = join(dataDir, "secrets.json");
  const stored = await readJson(file);
  // Keys that a newer version needs are added. Stored keys never change, because data was signed and encrypted with them.
  const secrets = { ...generateSecrets(), ...stored };
  if (!stored || Object.keys(stored).length < Object.keys(secrets).length) await writePrivateJson(file, secrets);
  return secrets;
}

export function generateSecrets() {
  const gateway = generateKeyPair();
  const flows = generateKeyPair();
  const analytics = generateKeyPair();
  const consoleKeys = generateKeyPair();
  const accounts = generateKeyPair();
  const approvals = generateKeyPair();
  return {
    gatewayCallContextPrivateKey: gateway.privateKey,
    gatewayCallContextPublicKey: gateway.publicKey,
    flowsCallContextPrivateKey: flows.privateKey,
    flowsCallContextPublicKey: flows.publicKey,
    analyticsCallContextPrivateKey: analytics.privateKey,
    analyticsCallContextPublicKey: analytics.publicKey,
    consoleCallContextPrivateKey: consoleKeys.privateKey,
    consoleCallContextPublicKey: consoleKeys.publicKey,
    accountsCallContextPrivateKey: accounts.privateKey,
    accountsCallContextPublicKey: accounts.publicKey,
    approvalsCallContextPrivateKey: approvals.privateKey,
    approvalsCallContextPublicKey: approvals.publicKey,
    tokenPrivateKey: generateKeyPair().privateKey,
    proposalSecret: randomBytes(32).toString("base64url"),
    apiKeyPepper: randomBytes(32).toString("base64url"),
    linkSecret: randomBytes(32).toString("base64url"),
    flowSecretKey: randomBytes(32).toString("base64url"),
    webhookSecretKey: randomBytes(32).toString("base64url"),
    operatorKey: `operator-${randomBytes(32).toString("base64url")}`,
  };
}

/** Ed25519: the private key as PKCS#8 DER, the public key as its raw 32 bytes, both in base64url. */
function generateKeyPair() {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64url"),
    publicKey: publicKey.export({ format: "jwk" }).x,
  };
}

/** The values that must not appear in a log. Public keys may. */
export const listSecretValues = (secrets) =>
  Object.entries(secrets)
    .filter(([name]) => !name.endsWith("PublicKey"))
    .map(([, value]) => value);
