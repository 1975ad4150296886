import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startExternalProcess } from "../process/external-process.mjs";
import { loadPort } from "../process/ports.mjs";
import { waitFor } from "../process/wait-for.mjs";
import { findNatsServer } from "./binaries.mjs";

/**
 * Starts nats-server with JetStream in `<dataDir>/nats` and waits until JetStream answers. See backend.d.mts.
 * `maxFileStore`, such as `4MB`: what JetStream may store at most. `configFile` is read at each start, and `getUser()` is called then: it returns the
 * user with which JetStream is checked.
 */
export async function startNats({
  dataDir,
  logDir = join(dataDir, "logs"),
  found,
  maxFileStore,
  configFile,
  getUser = () => ({}),
}) {
  const { path, version, origin } = found ?? (await findNatsServer());
  const port = await loadPort(dataDir, "nats");
  const storeDir = join(dataDir, "nats");
  const url = `nats://127.0.0.1:${port}`;
  const args = ["-a", "127.0.0.1", "-p", port, "-js", "-sd", storeDir];
  if (maxFileStore) {
    // nats-server has no argument for it, only a setting in the configuration.
    const file = join(dataDir, "nats.conf");
    await mkdir(dataDir, { recursive: true });
    await writeFile(file, `jetstream { max_file_store: ${maxFileStore} }\n`);
    args.push("-c", file);
  }
  if (configFile) args.push("-c", configFile);
  const waitUntilReady = (giveUp) => waitForJetStream({ servers: url, timeout: 1_000, ...getUser() }, giveUp);
  const program = await startExternalProcess({ name: "nats-server", path, args, logDir, waitUntilReady });
  return Object.assign(program, { url, version, origin, storeDir });
}

async function waitForJetStream(options, giveUp) {
  const { connect } = await import("nats");
  const connection = await waitFor("connecting to nats-server", () => connect(options), { giveUp });
  try {
    const getAccount = async () => (await connection.jetstreamManager()).getAccountInfo();
    await waitFor("an answer of JetStream", getAccount, { giveUp });
  } finally {
    await connection.close();
  }
}
