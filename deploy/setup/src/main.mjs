// One-shot commands around a mesh: keys, passwords, replica set with users, demo business, Kubernetes Secrets. They have their own image, because
// the images of MongoDB and NATS contain no tool that is in all of their versions.
const usage = [
  "keys <folder>: creates the keys and passwords of a mesh, one folder per process",
  "rotate-passwords <folder> begin | end: replaces the passwords of MongoDB and NATS; until the end both work",
  "replica-set <host:port> <name> <folder> [watch]: initiates a replica set with one member, unless there is one, and creates the users in the folder",
  "demo <gateway url> <operator url> <public url> <folder of the operator key> <folder for the demo key>: creates a demo business",
  "secrets <namespace>: prints the Kubernetes Secrets of a mesh with new keys",
].join("\n");

const commands = {
  keys: async (...args) => (await import("./keys.mjs")).writeKeyFiles(...args),
  "rotate-passwords": async (...args) => (await import("./keys.mjs")).rotatePasswords(...args),
  "replica-set": async (...args) => (await import("./replica-set.mjs")).initiateReplicaSet(...args),
  demo: async (...args) => (await import("./demo.mjs")).createDemoBusiness(...args),
  secrets: async (...args) =>
    process.stdout.write((await import("./kubernetes-secrets.mjs")).renderKubernetesSecrets(...args)),
};

const [name, ...args] = process.argv.slice(2);
try {
  if (!Object.hasOwn(commands, name ?? "")) throw new Error(`commands:\n${usage}`);
  await commands[name](...args);
} catch (error) {
  process.stderr.write(`setup: ${error.message}\n`);
  process.exitCode = 1;
}
