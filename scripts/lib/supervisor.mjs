// What `npm start` and `npm run dev` share: everything from an empty clone to an answering mesh, and its orderly end.
import { join, relative } from "node:path";
import { startMongod, startNats } from "./backend.mjs";
import { findMongod, findNatsServer } from "./binaries.mjs";
import { banner, sayLivingMesh } from "./banner.mjs";
import { ensureDemo } from "./demo.mjs";
import { build } from "./build.mjs";
import { install } from "./install.mjs";
import { announce, claim, livingMesh, release } from "./living.mjs";
import { startMesh } from "./mesh.mjs";
import { dataDir, root } from "./paths.mjs";
import { portFrom } from "./ports.mjs";
import { bold, dim, Failure, note, red, say, sayFailure, seconds, timed } from "./say.mjs";

/** Runs until Ctrl-C. `whenUp(mesh)` is called once everything answers. */
export async function supervise(whenUp = () => undefined) {
  const since = performance.now();
  const running = [];
  let stopping = false;

  const stop = async (code) => {
    if (stopping) process.exit(code);
    stopping = true;
    say("\nstopping … (once more to leave at once)");
    for (const part of running.reverse()) await part.stop();
    await release();
    say("stopped; the data is in .data");
    process.exit(code);
  };

  try {
    needNode();
    if (!(await claim())) return sayLivingMesh(await livingMesh());
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stop(0));
    say(bold("tenant-ops"));
    // Finding the programs needs no packages, so a first start downloads both side by side.
    const programs = findPrograms();
    await install();
    const [backend] = await all([startBackends(running, programs), build()]);
    const mesh = await startProcesses(backend, running, () => stopping);
    const demo = await startDemo(mesh);
    const described = { gatewayUrl: mesh.gatewayUrls[0], adminUrls: mesh.adminUrls, ...backend, demo };
    await announce(described);
    say(banner(described, seconds(since)));
    whenUp(mesh);
  } catch (error) {
    if (stopping) return;
    sayFailure("Starting", error);
    stopping = true;
    for (const part of running.reverse()) await part.stop();
    await release();
    process.exit(1);
  }
}

function needNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Failure("Node.js", `this is ${process.version}`, "install Node.js 20.19 or newer");
}

// Both have ended before a failure is reported, so nothing is started behind the back of the clean-up.
async function all(works) {
  const results = await Promise.allSettled(works);
  const failed = results.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
  return results.map(({ value }) => value);
}

function findPrograms() {
  const found = {
    mongod: process.env.MONGODB_URL ? undefined : findMongod(),
    nats: process.env.NATS_URL ? undefined : findNatsServer(),
  };
  // Whoever waits for one later gets the failure; until then it is nobody's.
  for (const search of Object.values(found)) search?.catch(() => undefined);
  return found;
}

async function startBackends(running, programs) {
  const logDir = join(dataDir, "logs");
  const one = async (part, given, search, start) => {
    if (given) {
      note(part, "given by the environment");
      return { url: given, origin: "given by the environment" };
    }
    let started;
    const found = await search;
    await timed(part, async () => {
      started = await start({ dataDir, logDir, found });
      running.push(started);
      return `${started.version} from ${started.origin}`;
    });
    return { url: started.url, origin: `${started.version} from ${started.origin}` };
  };
  const [mongod, nats] = await all([
    one("mongod", process.env.MONGODB_URL, programs.mongod, startMongod),
    one("nats-server", process.env.NATS_URL, programs.nats, startNats),
  ]);
  return { mongodbUrl: mongod.url, natsUrl: nats.url, origins: { mongod: mongod.origin, "nats-server": nats.origin } };
}

async function startProcesses({ mongodbUrl, natsUrl }, running, isStopping) {
  const wanted = Number(process.env.PORT || 8080);
  const port = await portFrom(wanted);
  if (port !== wanted) note("gateway", bold(`port ${wanted} is taken; using ${port}`));

  let mesh;
  const onExit = async (name, code) => {
    if (isStopping()) return;
    say(red(`${name} ended unexpectedly (${code}); its log is ${relative(root, mesh.processes[name].logFile)}`));
    try {
      await mesh.processes[name].start();
      say(`${name} was started again`);
    } catch (error) {
      sayFailure(`Starting ${name} again`, error);
    }
  };
  await timed("processes", async () => {
    const ports = { gateway: { http: port } };
    mesh = await startMesh({ mongodbUrl, natsUrl, dataDir, databasePrefix: "", ports, onLine: sayErrors, onExit });
    running.push(mesh);
    return Object.keys(mesh.processes).join(", ");
  });
  return mesh;
}

// Everything is in the log files; the terminal shows what somebody should look at.
function sayErrors(name, line, entry) {
  const isError = entry ? Number(entry.level) >= 50 || entry.level === "error" || entry.level === "fatal" : false;
  if (isError) say(`${red(name.padEnd(12))} ${entry.msg ?? line} ${dim(entry.err?.message ?? "")}`);
}

async function startDemo(mesh) {
  let demo;
  await timed("demo", async () => {
    demo = await ensureDemo({ gatewayUrl: mesh.gatewayUrls[0], operatorKey: mesh.operatorKey, dataDir });
    return demo.added.length > 0 ? demo.added.join("; ") : "as it was left";
  });
  return { businessId: demo.businessId, key: demo.key };
}
