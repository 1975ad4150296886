// What `npm start` and `npm run dev` share: install, build, start everything, and stop it in order.
import { join, relative } from "node:path";
import { findMongod, findNatsServer } from "../backend/binaries.mjs";
import { startMongod } from "../backend/mongod.mjs";
import { startNats } from "../backend/nats.mjs";
import { bold, dim, formatElapsed, print, printFailure, printStep, red, runStep } from "../console.mjs";
import { createConsoleLink, ensureDemo } from "../demo/demo.mjs";
import { dataDir, root } from "../paths.mjs";
import { findPortFrom, parsePort } from "../process/ports.mjs";
import { buildPackages } from "../setup/build.mjs";
import { installPackages } from "../setup/install.mjs";
import { formatBanner, printRunningMesh } from "./banner.mjs";
import { startMesh, waitForAll } from "./mesh.mjs";
import { acquireStartLock, findRunningMesh, releaseStartLock, writeLockFile } from "./running-mesh.mjs";

/** Runs until Ctrl-C. Calls `onReady(mesh)` when every process is ready. `target` and `programs`: see mesh.d.mts. */
export async function supervise({ target = "mesh", programs = "bundles", onReady = async () => undefined } = {}) {
  const since = performance.now();
  const started = [];
  let isStopping = false;

  const stopAll = async () => {
    isStopping = true;
    for (const part of started.reverse()) await part.stop();
    await releaseStartLock();
  };
  const handleSignal = async () => {
    if (isStopping) process.exit(0);
    print("\nstopping … (Ctrl-C again exits at once)");
    await stopAll();
    print("stopped; the data is in .data");
    process.exit(0);
  };

  try {
    const wantedPort = parsePort("PORT", process.env.PORT || "8080");
    if (!(await acquireStartLock())) return printRunningMesh(await findRunningMesh());
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void handleSignal());
    print(bold("tenant-ops"));
    // Finding the programs needs no packages, so a first start downloads programs and packages at the same time.
    const found = findPrograms();
    await installPackages({ needsDev: programs === "modules" });
    const [servers] = await waitForAll([startServers(started, found), buildPackages({ programs })]);
    let isReady = false;
    // Process ids change when a process starts again; `npm run where` reads them from the lock file.
    const onStart = () => isReady && !isStopping && writeLockFile(describeMesh({ mesh, servers, demo }));
    const options = { target, programs, wantedPort, servers, started, onStart, isStopping: () => isStopping };
    const mesh = await startProcesses(options);
    const demo = await startDemo(mesh);
    const description = describeMesh({ mesh, servers, demo });
    await writeLockFile(description);
    isReady = true;
    print(formatBanner(description, { elapsed: formatElapsed(since), consoleLink: demo.consoleLink }));
    await onReady(mesh);
  } catch (error) {
    if (isStopping) return;
    printFailure("Starting", error);
    await stopAll();
    process.exit(1);
  }
}

async function startProcesses({ target, programs, wantedPort, servers, started, onStart, isStopping }) {
  const port = await findPortFrom(wantedPort);
  if (port !== wantedPort) printStep("gateway", bold(`port ${wantedPort} is in use; using ${port}`));

  let mesh;
  const onExit = async ({ name, start, logFile }, code) => {
    if (isStopping()) return;
    print(red(`${name} exited unexpectedly (${code}); its log is ${relative(root, logFile)}`));
    try {
      await start();
      print(`${name} was started again`);
    } catch (error) {
      printFailure(`Starting ${name} again`, error);
    }
  };
  await runStep("processes", async () => {
    const { mongodbUrl, natsUrl } = servers;
    const ports = { gateway: { http: port } };
    const handlers = { onLine: printErrorLine, onStart, onExit };
    const options = { target, programs, mongodbUrl, natsUrl, dataDir, databasePrefix: "", ports };
    mesh = await startMesh({ ...options, ...handlers });
    started.push(mesh);
    return Object.keys(mesh.processes).join(", ");
  });
  return mesh;
}

// The log files hold everything; the terminal shows errors only.
function printErrorLine(name, line, entry) {
  const isError = entry ? Number(entry.level) >= 50 || entry.level === "error" || entry.level === "fatal" : false;
  if (isError) print(`${red(name.padEnd(12))} ${entry.msg ?? line} ${dim(entry.err?.message ?? "")}`);
}

async function startDemo(mesh) {
  let demo;
  await runStep("demo", async () => {
    const { gatewayUrls, operatorUrls, operatorKey } = mesh;
    demo = await ensureDemo({ gatewayUrl: gatewayUrls[0], operatorUrl: operatorUrls[0], operatorKey, dataDir });
    return demo.added.length > 0 ? demo.added.join("; ") : "unchanged";
  });
  const { businessId, key, testKey } = demo;
  const consoleLink = await createConsoleLink({
    operatorUrl: mesh.operatorUrls[0],
    operatorKey: mesh.operatorKey,
    businessId,
  });
  return { businessId, key, testKey, consoleLink };
}

function describeMesh({ mesh, servers, demo: { businessId, key, testKey } }) {
  const processes = Object.values(mesh.processes).map(({ name, pid }) => ({
    name,
    pid,
    adminUrl: mesh.adminUrls[name],
  }));
  return {
    gatewayUrl: mesh.gatewayUrls[0],
    operatorUrl: mesh.operatorUrls[0],
    mongodbUrl: servers.mongodbUrl,
    natsUrl: servers.natsUrl,
    origins: servers.origins,
    processes: [...servers.running.map(({ name, pid }) => ({ name, pid })), ...processes],
    logDir: mesh.logDir,
    demo: { businessId, key, testKey },
  };
}

// mongod and nats-server for `npm start`: those of MONGODB_URL and NATS_URL, or our own.
function findPrograms() {
  const programs = {
    mongod: process.env.MONGODB_URL ? undefined : findMongod(),
    nats: process.env.NATS_URL ? undefined : findNatsServer(),
  };
  // startServers() awaits the search and gets its failure; until then Node must not report it as unhandled.
  for (const search of Object.values(programs)) search?.catch(() => undefined);
  return programs;
}

/** `{ mongodbUrl, natsUrl, origins, running }`. Adds every started server to `started` as soon as it can be stopped. */
async function startServers(started, programs) {
  const running = [];
  const startServer = async (name, givenUrl, search, start) => {
    if (givenUrl) {
      printStep(name, "given by the environment");
      return { url: givenUrl, origin: "given by the environment" };
    }
    let server;
    const found = await search;
    await runStep(name, async () => {
      server = await start({ dataDir, logDir: join(dataDir, "logs"), found });
      started.push(server);
      running.push(server);
      return `${server.version} from ${server.origin}`;
    });
    return { url: server.url, origin: `${server.version} from ${server.origin}` };
  };
  const [mongod, nats] = await waitForAll([
    startServer("mongod", process.env.MONGODB_URL, programs.mongod, startMongod),
    startServer("nats-server", process.env.NATS_URL, programs.nats, startNats),
  ]);
  const origins = { mongod: mongod.origin, "nats-server": nats.origin };
  return { mongodbUrl: mongod.url, natsUrl: nats.url, origins, running };
}
