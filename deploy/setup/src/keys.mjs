// The keys of one mesh, in a folder for each process that may read them; a file is named after its setting.
import { chmod, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { loadSecrets } from "../../../scripts/lib/secrets.mjs";

/** Which process gets which settings. What stands in `mesh` is public. */
export function settingsOf(secrets) {
  return {
    mesh: {
      CALL_CONTEXT_PUBLIC_KEYS: `gateway:${secrets.gatewayCallContextPublicKey},flows:${secrets.flowsCallContextPublicKey}`,
    },
    gateway: {
      CALL_CONTEXT_PRIVATE_KEY: secrets.gatewayCallContextPrivateKey,
      TOKEN_PRIVATE_KEY: secrets.tokenPrivateKey,
      PROPOSAL_SECRET: secrets.proposalSecret,
      API_KEY_PEPPER: secrets.apiKeyPepper,
      OPERATOR_KEY: secrets.operatorKey,
    },
    flows: { CALL_CONTEXT_PRIVATE_KEY: secrets.flowsCallContextPrivateKey },
    webhooks: { WEBHOOK_SECRET_KEY: secrets.webhookSecretKey },
  };
}

/** Made the first time and kept: what is in the database was written with them. */
export async function writeKeys(folder) {
  if (!folder) throw new Error("keys needs a folder");
  const secrets = await loadSecrets(join(folder, "all"));
  for (const [owner, settings] of Object.entries(settingsOf(secrets))) {
    await mkdir(join(folder, owner), { recursive: true });
    for (const [name, value] of Object.entries(settings)) await put(join(folder, owner, name), value);
  }
  // The demo runs as nobody and keeps the key of its business here.
  await mkdir(join(folder, "demo"), { recursive: true });
  await chmod(join(folder, "demo"), 0o777);
}

// Readable by all who see the folder: each is a volume that only its own process has, and that process is no root.
async function put(file, value) {
  const draft = `${file}.new`;
  await writeFile(draft, value, { mode: 0o444 });
  await rename(draft, file);
}
