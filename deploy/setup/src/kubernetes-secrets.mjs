// The Secrets that the manifests refer to, with new keys, for a namespace that uses components/demo-dependencies.
// In production they come from your secret store; docs/keys.md lists them.
import { generateSecrets } from "../../../scripts/lib/mesh/secrets.mjs";
import { createAccounts, formatUrls, processesWithDatabase } from "./accounts.mjs";
import { groupSecretsByProcess, groupServerFiles } from "./keys.mjs";

const hosts = { mongodb: "mongo-0.mongo:27017", nats: "nats:4222" };

/** Printed rather than written, so that no key reaches a disk: `… secrets <namespace> | kubectl apply -f -` */
export function renderKubernetesSecrets(namespace) {
  if (!namespace) throw new Error("secrets needs a namespace");
  return createSecrets()
    .map(({ name, values }) => renderSecret(namespace, name, values))
    .join("---\n");
}

/** The same without values, for `deploy/kubernetes/secrets.example.yaml`. */
export const renderSecretsExample = () =>
  exampleNotice +
  createSecrets()
    .map(({ name, values }) =>
      renderSecret("tenant-ops", name, Object.fromEntries(Object.keys(values).map((key) => [key, ""]))),
    )
    .join("---\n");

const exampleNotice = `# Written by \`npm run generate\` from deploy/setup. Do not edit, and do not fill in: values belong into your secret store.
# docs/keys.md says what each of them holds. mongodb-users and nats-users are those of components/demo-dependencies.
`;

function createSecrets() {
  const {
    mesh,
    gateway,
    accounts: ofAccounts,
    approvals,
    console,
    flows,
    analytics,
    webhooks,
  } = groupSecretsByProcess(generateSecrets());
  const accounts = createAccounts();
  const urls = formatUrls(accounts, hosts);
  const servers = groupServerFiles(accounts);
  return [
    { name: "mesh-keys", values: mesh },
    { name: "gateway-keys", values: gateway },
    { name: "accounts-keys", values: ofAccounts },
    { name: "approvals-keys", values: approvals },
    { name: "console-keys", values: console },
    { name: "flows-keys", values: flows },
    { name: "analytics-keys", values: analytics },
    { name: "webhooks-keys", values: webhooks },
    { name: "mesh-nats", values: urls.nats },
    { name: "nats-users", values: servers.nats },
    { name: "mongodb-users", values: servers.mongo },
    ...processesWithDatabase.map((name) => ({ name: `${name}-mongodb`, values: { url: urls.mongodb[name] } })),
  ];
}

const renderSecret = (namespace, name, values) => `apiVersion: v1
kind: Secret
metadata: { name: ${name}, namespace: ${namespace} }
type: Opaque
stringData:
${Object.entries(values)
  .map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`)
  .join("")}`;
