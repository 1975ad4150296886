// Creates the keys and passwords of one mesh: one folder per process, one file per setting.
import { chmod, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatAllPublicKeys } from "../../../scripts/lib/mesh/issuers.mjs";
import { loadSecrets } from "../../../scripts/lib/mesh/secrets.mjs";
import { writePrivateJson } from "../../../scripts/lib/paths.mjs";
import { addGeneration, dropOldGenerations, formatUrls, listAccounts, loadAccounts, processes } from "./accounts.mjs";
import { natsOperator, renderNatsUsers } from "./nats-users.mjs";

const hostsInCompose = { mongodb: "mongo:27017", nats: "nats:4222" };

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
    accounts: {
      CALL_CONTEXT_PRIVATE_KEY: secrets.accountsCallContextPrivateKey,
      API_KEY_PEPPER: secrets.apiKeyPepper,
    },
    approvals: { CALL_CONTEXT_PRIVATE_KEY: secrets.approvalsCallContextPrivateKey },
    console: {
      CALL_CONTEXT_PRIVATE_KEY: secrets.consoleCallContextPrivateKey,
      LINK_SECRET: secrets.linkSecret,
    },
    flows: {
      CALL_CONTEXT_PRIVATE_KEY: secrets.flowsCallContextPrivateKey,
      FLOW_SECRET_KEY: secrets.flowSecretKey,
    },
    analytics: { CALL_CONTEXT_PRIVATE_KEY: secrets.analyticsCallContextPrivateKey },
    webhooks: { WEBHOOK_SECRET_KEY: secrets.webhookSecretKey },
  };
}

/** The files from which MongoDB and NATS get the users of the processes. */
export const groupServerFiles = (accounts) => ({
  mongo: {
    keyfile: accounts.mongodbKeyFile,
    "users.json": JSON.stringify({ root: accounts.mongodbRootPassword, users: listAccounts(accounts, "mongodb") }),
  },
  nats: { "users.conf": renderNatsUsers([...listAccounts(accounts, "nats"), getNatsOperator(accounts)]) },
});

const getNatsOperator = ({ natsOperatorPassword: password }) => ({
  process: natsOperator,
  user: natsOperator,
  password,
});

/**
 * Creates keys and passwords at the first call. Later calls keep them: the database holds data that was signed and encrypted with them.
 * @param hosts where the processes reach MongoDB and NATS
 */
export async function writeKeyFiles(folder, hosts = hostsInCompose) {
  if (!folder) throw new Error("keys needs a folder");
  const secrets = await loadSecrets(join(folder, "all"));
  await writeGroups(folder, groupSecretsByProcess(secrets));
  await writeAccounts(folder, await loadAccounts(nameAccountsFile(folder)), hosts);
  // The container `demo` runs as user 65532 and writes the key of its business into this folder, which belongs to root.
  await mkdir(join(folder, "demo"), { recursive: true });
  await chmod(join(folder, "demo"), 0o777);
}

const rotationSteps = { begin: addGeneration, end: dropOldGenerations };

/** Replaces the passwords of MongoDB and NATS. Between `begin` and `end` the old and the new users both work. */
export async function rotatePasswords(folder, step, hosts = hostsInCompose) {
  if (!folder || !Object.hasOwn(rotationSteps, step ?? ""))
    throw new Error("rotate-passwords needs a folder, and begin or end");
  const file = nameAccountsFile(folder);
  const accounts = rotationSteps[step](await loadAccounts(file));
  await writePrivateJson(file, accounts);
  await writeAccounts(folder, accounts, hosts);
}

const nameAccountsFile = (folder) => join(folder, "all/accounts.json");

async function writeAccounts(folder, accounts, hosts) {
  const urls = formatUrls(accounts, hosts);
  const ofProcess = (name) => ({
    ...(urls.mongodb[name] && { MONGODB_URL: urls.mongodb[name] }),
    NATS_URL: urls.nats[name],
  });
  // The servers first, because a process may be started with the new address as soon as its file exists.
  await writeGroups(folder, groupServerFiles(accounts));
  await writeGroups(folder, Object.fromEntries(processes.map((name) => [name, ofProcess(name)])));
}

async function writeGroups(folder, groups) {
  for (const [owner, settings] of Object.entries(groups)) {
    await mkdir(join(folder, owner), { recursive: true });
    for (const [name, value] of Object.entries(settings)) await replaceFile(join(folder, owner, name), value);
  }
}

// Readable by every user, because the process that reads it is not root. Each folder is a volume that only its process mounts.
async function replaceFile(file, value) {
  const draft = `${file}.new`;
  // Deleted first: a draft from a killed run is read-only, also for root without capabilities.
  await rm(draft, { force: true });
  await writeFile(draft, value, { mode: 0o444 });
  await rename(draft, file);
}
