// The Secrets that the manifests name, with new keys, for a namespace where MongoDB and NATS are those of
// components/demo-dependencies. In production they come from where your secrets live; docs/operating.md lists them.
import { randomBytes } from "node:crypto";
import { makeSecrets } from "../../../scripts/lib/secrets.mjs";
import { settingsOf } from "./keys.mjs";

const services = ["supply", "roulettes", "learning", "flows", "webhooks"];
const members = ["gateway", ...services];
const mongodbUrl = "mongodb://mongo-0.mongo:27017/?replicaSet=rs0";

/** Printed, so that nothing of it is ever written to a disk: `… secrets <namespace> | kubectl apply -f -` */
export function kubernetesSecrets(namespace) {
  if (!namespace) throw new Error("secrets needs a namespace");
  return secretsFor(makeSecrets())
    .map(({ name, values }) => manifest(namespace, name, values))
    .join("---\n");
}

/** Name and values of each Secret. */
export function secretsFor(secrets) {
  const { mesh, gateway, flows, webhooks } = settingsOf(secrets);
  // nats-server reads a word that begins with a digit as a number.
  const passwords = Object.fromEntries(members.map((name) => [name, `n${randomBytes(24).toString("hex")}`]));
  const perMember = (build) => Object.fromEntries(members.map(build));
  return [
    { name: "mesh-keys", values: mesh },
    { name: "gateway-keys", values: gateway },
    { name: "flows-keys", values: flows },
    { name: "webhooks-keys", values: webhooks },
    { name: "mesh-nats", values: perMember((name) => [name, `nats://${name}:${passwords[name]}@nats:4222`]) },
    { name: "nats-passwords", values: perMember((name) => [`NATS_${name.toUpperCase()}_PASSWORD`, passwords[name]]) },
    ...members.map((name) => ({ name: `${name}-mongodb`, values: { url: mongodbUrl } })),
  ];
}

const manifest = (namespace, name, values) => `apiVersion: v1
kind: Secret
metadata: { name: ${name}, namespace: ${namespace} }
type: Opaque
stringData:
${Object.entries(values)
  .map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`)
  .join("")}`;
