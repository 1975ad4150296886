// Five services and the gateway as processes on this machine. `npm start` runs one mesh, the end-to-end tests run
// several side by side and break them on purpose.
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { startNats } from "./nats.mjs";
import { startOwn } from "./child.mjs";
import { addressOf, gatewayEnv, mergeEnv, serviceEnv } from "./mesh-env.mjs";
import { root } from "./paths.mjs";
import { freePort } from "./ports.mjs";
import { lastLines } from "./run.mjs";
import { Failure } from "./say.mjs";
import { loadSecrets } from "./secrets.mjs";

/** Every folder under services/: a new vertical needs no line here. */
export const verticals = () =>
  readdirSync(join(root, "services"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** See mesh.d.mts for the options and the result. */
export async function startMesh(options = {}) {
  const mongodbUrl = options.mongodbUrl ?? process.env.TEST_MONGODB_URL;
  if (!mongodbUrl) throw new Error("startMesh needs a mongodbUrl, or TEST_MONGODB_URL in the environment");
  const dataDir = options.dataDir ?? (await mkdtemp(join(process.env.TEST_RUN_DIR ?? tmpdir(), "mesh-")));
  const logDir = options.logDir ?? defaultLogDir(dataDir);
  await mkdir(logDir, { recursive: true });
  const nats = options.natsUrl ? undefined : await startNats({ dataDir, logDir });
  const plan = await layOut(options);
  const mesh = {
    mongodbUrl,
    natsUrl: options.natsUrl ?? nats.url,
    databasePrefix: options.databasePrefix ?? `t${randomBytes(4).toString("hex")}_`,
    secrets: await loadSecrets(dataDir),
    publicUrl: plan.gatewayUrls[0],
  };

  // In tests a database command that forgets the business is an error.
  const inTests = process.env.TEST_RUN_DIR ? { TENANCY_GUARD: "true" } : {};
  const processes = {};
  for (const { name, entry, settings, extra } of plan.members) {
    const env = mergeEnv(process.env, settings(mesh), inTests, options.env?.all, extra);
    const logFile = options.logFile ?? join(logDir, `${name}.log`);
    processes[name] = member(name, { entry, env, logFile, options });
  }

  const stop = async () => {
    // The gateway first: what it has accepted still finds its services.
    const isGateway = (name) => name.startsWith("gateway");
    await Promise.all(Object.values(processes).map(({ name, stop: end }) => isGateway(name) && end()));
    await Promise.all(Object.values(processes).map(({ name, stop: end }) => isGateway(name) || end()));
    await nats?.stop();
  };
  const started = await Promise.allSettled(Object.values(processes).map(({ start }) => start()));
  const failed = started.find(({ status }) => status === "rejected");
  if (failed) {
    await stop();
    throw failed.reason;
  }
  return {
    ...mesh,
    gatewayUrls: plan.gatewayUrls,
    adminUrls: plan.adminUrls,
    addresses: plan.addresses,
    operatorKey: mesh.secrets.operatorKey,
    processes,
    nats,
    dataDir,
    logDir,
    stop,
  };
}

// In `npm test` all logs gather in one folder, which is searched for secrets afterwards.
const defaultLogDir = (dataDir) =>
  process.env.TEST_LOG_DIR ? join(process.env.TEST_LOG_DIR, basename(dataDir)) : join(dataDir, "logs");

// Ports are chosen before anything starts: all processes can start at once, and a killed one returns to its port.
async function layOut({ gateways = 1, replicas = {}, ports = {}, env = {}, services = verticals() }) {
  const members = [];
  const addresses = {};
  const adminUrls = {};
  const add = (name, folder, own, settings) => {
    adminUrls[name] = `http://127.0.0.1:${own.admin}`;
    const extra = { ...env[name.replace(/-\d+$/, "")], ...env[name] };
    members.push({ name, entry: join(root, folder, "dist/main.js"), settings, extra });
  };

  // The gateway wants an address for every service; nobody listens on those of the ones left out.
  for (const vertical of verticals())
    addresses[vertical] = addressOf([{ grpc: await freePort(), http: await freePort() }]);
  for (const vertical of services) {
    const group = [];
    for (const name of namesOf(vertical, replicas[vertical] ?? 1)) {
      const own = { grpc: await freePort(), http: await freePort(), admin: await freePort(), ...ports[name] };
      group.push(own);
      add(name, `services/${vertical}`, own, (mesh) => serviceEnv(vertical, { ports: own, mesh, addresses }));
    }
    addresses[vertical] = addressOf(group);
  }
  const gatewayUrls = [];
  for (const name of namesOf("gateway", gateways)) {
    const own = { http: await freePort(), admin: await freePort(), ...ports[name] };
    gatewayUrls.push(`http://127.0.0.1:${own.http}`);
    add(name, "gateway", own, (mesh) => gatewayEnv({ ports: own, mesh, addresses }));
  }
  return { members, addresses, adminUrls, gatewayUrls };
}

const namesOf = (name, count) => Array.from({ length: count }, (_, index) => (index ? `${name}-${index + 1}` : name));

function member(name, { entry, env, logFile, options }) {
  const { onLine = () => undefined, onExit = () => undefined } = options;
  let child;
  // A process that a test or the supervisor stopped itself is no surprise.
  let isExpectedToRun = false;

  async function start() {
    if (!existsSync(entry)) throw new Failure(name, `${entry} does not exist`, "run `npm run build`");
    const current = startOwn(name, entry, {
      env,
      cwd: root,
      logFile,
      onLine: (line, entry) => onLine(name, line, entry),
    });
    child = current;
    let timer;
    const tooLate = new Promise((_, reject) => (timer = setTimeout(reject, 30_000, new Error("not ready after 30 s"))));
    try {
      await Promise.race([current.ready, tooLate]);
    } catch (error) {
      await current.stop();
      throw new Failure(name, `${error.message}\n${lastWords(current.logs)}`, `read ${logFile}`);
    } finally {
      clearTimeout(timer);
    }
    isExpectedToRun = true;
    void current.exited.then((code) => current === child && isExpectedToRun && onExit(name, code));
  }
  const stop = async (patienceMs) => {
    isExpectedToRun = false;
    return child?.stop(patienceMs);
  };

  return {
    name,
    logFile,
    start,
    stop,
    kill: (signal = "SIGKILL") => {
      if (signal === "SIGKILL" || signal === "SIGTERM") isExpectedToRun = false;
      return child.kill(signal);
    },
    restart: async () => {
      await stop();
      await start();
    },
    get pid() {
      return child?.pid;
    },
    get logs() {
      return child?.logs ?? [];
    },
    get exited() {
      return child?.exited;
    },
  };
}

// Our processes log JSON; a person who reads why a start failed wants its sentences.
function lastWords(logs) {
  const sentences = logs.map((line) => {
    const [, message] = /"msg":"((?:[^"\\]|\\.)*)"/.exec(line) ?? [];
    return message === undefined ? line : JSON.parse(`"${message}"`);
  });
  return lastLines(sentences.join("\n"), 12);
}
