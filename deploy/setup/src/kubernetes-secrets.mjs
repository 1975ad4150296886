// The Secrets that the manifests refer to, with new keys, for a namespace that uses components/demo-dependencies.
// In production they come from your secret store; docs/operating.md lists them.
import { randomBytes } from "node:crypto";
import { generateSecrets } from "../../../scripts/lib/mesh/secrets.mjs";
import { groupSecretsByProcess } from "./keys.mjs";

const services = ["supply", "roulettes", "learning", "flows", "webhooks", "console"];
const processes = ["gateway", ...services];
const mongodbUrl = "mongodb://mongo-0.mongo:27017/?replicaSet=rs0";

/** Printed rather than written, so that no key reaches a disk: `… secrets <namespace> | kubectl apply -f -` */
export function renderKubernetesSecrets(namespace) {
  if (!namespace) throw new Error("secrets needs a namespace");
  return createSecrets()
    .map(({ name, values }) => renderSecret(namespace, name, values))
    .join("---\n");
}

function createSecrets() {
  const { mesh, gateway, console, flows, webhooks } = groupSecretsByProcess(generateSecrets());
  // The first character is a letter: nats-server reads a word that begins with a digit as a number.
  const passwords = Object.fromEntries(processes.map((name) => [name, `n${randomBytes(24).toString("hex")}`]));
  const perProcess = (createEntry) => Object.fromEntries(processes.map(createEntry));
  return [
    { name: "mesh-keys", values: mesh },
    { name: "gateway-keys", values: gateway },
    { name: "console-keys", values: console },
    { name: "flows-keys", values: flows },
    { name: "webhooks-keys", values: webhooks },
    { name: "mesh-nats", values: perProcess((name) => [name, `nats://${name}:${passwords[name]}@nats:4222`]) },
    { name: "nats-passwords", values: perProcess((name) => [`NATS_${name.toUpperCase()}_PASSWORD`, passwords[name]]) },
    ...processes.map((name) => ({ name: `${name}-mongodb`, values: { url: mongodbUrl } })),
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
