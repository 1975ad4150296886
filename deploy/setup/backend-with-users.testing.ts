import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { MongoClient } from "mongodb";
import { connect } from "nats";
import { findMongod, findNatsServer } from "../../scripts/lib/backend/binaries.mjs";
import { findFreePort } from "../../scripts/lib/process/ports.mjs";
import { type Hosts, rotatePasswords, writeKeyFiles } from "./src/keys.mjs";

/** MongoDB and NATS as docker-compose.yml starts them: with a key file, one user per process, and no access without a user. */
export interface BackendWithUsers {
  hosts: Hosts;
  /** The present connection string of a process. */
  urlOf(process: string, setting: "MONGODB_URL" | "NATS_URL"): string;
  /** The password of the NATS user who may do everything. */
  natsOperatorPassword(): string;
  /** The settings of a process that reads its connection strings from files. */
  settingsOf(process: string): Record<string, string | undefined>;
  /** `docker compose run --rm keys rotate-passwords /keys <step>`, then MongoDB and NATS get the users. */
  rotatePasswords(step: "begin" | "end"): Promise<void>;
  stop(): Promise<void>;
}

/** Whether MongoDB or NATS accepts the user in a connection string. */
export async function canSignIn(url: string): Promise<boolean> {
  const { protocol, host, username: user, password: pass } = new URL(url);
  try {
    if (protocol === "nats:") await (await connect({ servers: host, user, pass })).close();
    else await (await MongoClient.connect(url)).close();
    return true;
  } catch (error) {
    if (/auth/i.test(String(error))) return false;
    throw error;
  }
}

const setup = join(import.meta.dirname, "src/main.mjs");
const natsConfigFile = join(import.meta.dirname, "../compose/nats.conf");

/** @param folder gets the keys (in `keys`) and the data */
export async function startBackendWithUsers(folder: string): Promise<BackendWithUsers> {
  const keys = join(folder, "keys");
  const hosts = { mongodb: `127.0.0.1:${await findFreePort()}`, nats: `127.0.0.1:${await findFreePort()}` };
  await writeKeyFiles(keys, hosts);
  const children: ChildProcess[] = [];
  const start = (path: string, args: string[]) => {
    const child = spawn(path, args, { stdio: "ignore" });
    children.push(child);
    return child;
  };
  await startMongod();
  const nats = await startNats();
  const createMongodbUsers = () =>
    promisify(execFile)(process.execPath, [setup, "replica-set", hosts.mongodb, "rs0", join(keys, "mongo")]);
  await createMongodbUsers();

  async function startMongod(): Promise<void> {
    const [data, keyFile] = [join(folder, "mongod-with-users"), join(folder, "mongod.key")];
    await mkdir(data);
    // As the entry point of the container does it: mongod accepts the file only when no other user can read it.
    await writeFile(keyFile, await readFile(join(keys, "mongo/keyfile")), { mode: 0o400 });
    const { path } = await findMongod();
    const [ip = "", port = ""] = hosts.mongodb.split(":");
    start(path, [
      "--dbpath",
      data,
      "--bind_ip",
      ip,
      "--port",
      port,
      "--replSet",
      "rs0",
      "--keyFile",
      keyFile,
      "--quiet",
    ]);
  }

  async function startNats(): Promise<ChildProcess> {
    // The same relative paths as in the container, because the configuration of nats-server contains the path of the users relative to itself.
    const file = join(folder, "etc/nats/nats.conf");
    await mkdir(join(folder, "etc/nats"), { recursive: true });
    const [host = "", port = ""] = hosts.nats.split(":");
    const text = await readFile(natsConfigFile, "utf8");
    const config = text
      .replace("port: 4222", `host: ${host}\nport: ${port}`)
      .replace(/^http: .*$/m, "")
      .replace("/data", join(folder, "nats-data"));
    await writeFile(file, config);
    const { path } = await findNatsServer();
    return start(path, ["--config", file]);
  }

  return {
    hosts,
    urlOf: (name, setting) => readFileSync(join(keys, name, setting), "utf8"),
    natsOperatorPassword: () =>
      /"user": "operator",\s+"password": "([^"]+)"/.exec(readFileSync(join(keys, "nats/users.conf"), "utf8"))?.[1] ??
      "",
    settingsOf: (name) =>
      Object.fromEntries(
        ["MONGODB_URL", "NATS_URL"].flatMap((setting) => [
          [setting, undefined],
          [`${setting}_FILE`, join(keys, name, setting)],
        ]),
      ),
    rotatePasswords: async (step) => {
      await rotatePasswords(keys, step, hosts);
      await createMongodbUsers();
      nats.kill("SIGHUP");
    },
    stop: async () => {
      for (const child of children) {
        if (child.exitCode !== null) continue;
        child.kill("SIGKILL");
        await once(child, "exit");
      }
    },
  };
}
