// What has to happen once around a mesh, as one-shot containers: keys, the replica set, a demo business.
// Our own image, because those of MongoDB and NATS bring no tool that all their versions share.
const commands = {
  keys: "keys <folder>: makes the keys of a mesh, one folder for each process",
  "replica-set": "replica-set <mongodb url> <name>: makes a lone mongod a replica set, if it is none",
  demo: "demo <gateway url> <public url> <folder of the operator's key> <folder to keep the demo key in>",
  secrets: "secrets <namespace> [dependency url suffix]: prints the mesh's Kubernetes Secrets with new keys",
};

const [command, ...args] = process.argv.slice(2);
try {
  switch (command) {
    case "keys":
      await (await import("./keys.mjs")).writeKeys(...args);
      break;
    case "replica-set":
      await (await import("./replica-set.mjs")).makeReplicaSet(...args);
      break;
    case "demo":
      await (await import("./demo.mjs")).demo(...args);
      break;
    case "secrets":
      process.stdout.write((await import("./kubernetes-secrets.mjs")).kubernetesSecrets(...args));
      break;
    default:
      throw new Error(`commands:\n${Object.values(commands).join("\n")}`);
  }
} catch (error) {
  process.stderr.write(`setup: ${error.message}\n`);
  process.exitCode = 1;
}
