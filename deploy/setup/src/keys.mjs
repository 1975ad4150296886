// Creates the keys of one mesh: one folder per process, one file per setting.
import { chmod, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatAllPublicKeys } from "../../../scripts/lib/mesh/issuers.mjs";
import { loadSecrets } from "../../../scripts/lib/mesh/secrets.mjs";

/** The settings of each process that come from the secrets. `mesh` has, per service, the public keys of its callers. */
export function groupSecretsByProcess(secrets) {
  return {
    mesh: formatAllPublicKeys(secrets),
    gateway: {
      CALL_CONTEXT_PRIVATE_KEY: secrets.gatewayCallContextPrivateKey,
      TOKEN_PRIVATE_KEY: secrets.tokenPrivateKey,
      PROPOSAL_SECRET: secrets.proposalSecret,
      API_KEY_PEPPER: secrets.apiKeyPepper,
      OPERATOR_KEYS: `operator:${secrets.operatorKey}`,
    },
    console: {
      CALL_CONTEXT_PRIVATE_KEY: secrets.consoleCallContextPrivateKey,
      LINK_SECRET: secrets.linkSecret,
    },
    flows: {
      CALL_CONTEXT_PRIVATE_KEY: secrets.flowsCallContextPrivateKey,
      FLOW_SECRET_KEY: secrets.flowSecretKey,
    },
    webhooks: { WEBHOOK_SECRET_KEY: secrets.webhookSecretKey },
  };
}

/** Creates the keys at the first call. Later calls keep them: the database holds data that was signed and encrypted with them. */
export async function writeKeyFiles(folder) {
  if (!folder) throw new Error("keys needs a folder");
  const secrets = await loadSecrets(join(folder, "all"));
  for (const [owner, settings] of Object.entries(groupSecretsByProcess(secrets))) {
    await mkdir(join(folder, owner), { recursive: true });
    for (const [name, value] of Object.entries(settings)) await replaceFile(join(folder, owner, name), value);
  }
  // The container `demo` runs as user 65532 and writes the key of its business into this folder, which belongs to root.
  await mkdir(join(folder, "demo"), { recursive: true });
  await chmod(join(folder, "demo"), 0o777);
}

// Readable by every user, because the process that reads it is not root. Each folder is a volume that only its process mounts.
async function replaceFile(file, value) {
  const draft = `${file}.new`;
  await writeFile(draft, value, { mode: 0o444 });
  await rename(draft, file);
}
