import { join } from "node:path";
import { findNatsServer } from "./binaries.mjs";
import { keptPort, superviseForeign } from "./foreign.mjs";
import { until } from "./run.mjs";

/** nats-server with JetStream kept in `<dataDir>/nats`, resolved when JetStream answers. Shaped like `startMongod`. */
export async function startNats({ dataDir, logDir = join(dataDir, "logs"), found }) {
  const { path, version, origin } = found ?? (await findNatsServer());
  const port = await keptPort(dataDir, "nats");
  const storeDir = join(dataDir, "nats");
  const url = `nats://127.0.0.1:${port}`;
  const args = ["-a", "127.0.0.1", "-p", port, "-js", "-sd", storeDir];
  const ready = (giveUp) => untilJetStream(url, giveUp);
  const program = await superviseForeign({ name: "nats-server", path, args, logDir, ready });
  return Object.assign(program, { url, version, origin, storeDir });
}

async function untilJetStream(url, giveUp) {
  const { connect } = await import("nats");
  const connection = await until("nats-server answering", () => connect({ servers: url, timeout: 1_000 }), { giveUp });
  try {
    const account = async () => (await connection.jetstreamManager()).getAccountInfo();
    await until("JetStream answering", account, { giveUp });
  } finally {
    await connection.close();
  }
}
