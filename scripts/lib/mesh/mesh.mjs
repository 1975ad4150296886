// The gateway and the services as processes on this machine. `npm start` runs one mesh; the end-to-end tests run
// several side by side and break them on purpose.
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { startNats } from "../backend/nats.mjs";
import { mergeEnv, toOwnName } from "./mesh-env.mjs";
import { findEntry, listServices, planMesh } from "./mesh-plan.mjs";
import { createMeshProcess, runMigrationJob } from "./mesh-process.mjs";
import { loadSecrets } from "./secrets.mjs";

// Of a migration job.
const settings = ["MONGODB_URL", "MONGODB_URL_FILE", "MONGODB_DATABASE", "LOG_LEVEL"];

/**
 * Brings the databases to the schema of this build. Without a job when all of them have it, because loading the program of a job is most of its work.
 * @param jobs `{ name, entry, env, logFile }` of the first replica of each process: replicas share a database
 * @throws Failure with the last log lines of a job
 */
async function migrateMesh(jobs, { programs, logFile }) {
  // The modules of a package may be changed while `npm run dev` runs; the steps are asked of the bundles.
  if (programs !== "modules" && (await areSchemasCurrent(jobs))) return undefined;
  const names = new Set(jobs.map(({ name }) => name));
  const isWhole = listServices().every((name) => names.has(name));
  if (!isWhole) return waitForAll(jobs.map(({ name, ...job }) => runMigrationJob(name, job)));
  // One process for all jobs, because starting a process for each takes several times longer than their work.
  const own = jobs.flatMap(({ name, env }) =>
    settings.filter((setting) => env[setting]).map((setting) => [toOwnName(name, setting), env[setting]]),
  );
  const env = { ...process.env, ...Object.fromEntries(own) };
  return runMigrationJob("migrations", { entry: findEntry("all", programs), env, logFile });
}

/** By the rule of the job. False when a database does not answer: the job then says why. */
async function areSchemasCurrent(jobs) {
  // Imported here, because this file is also loaded before the packages are installed and the bundles are built.
  const [{ isSchemaCurrent, migrations }, { MongoClient }] = await Promise.all([
    import("../../../deploy/dist/schemas.mjs"),
    import("mongodb"),
  ]);
  const isCurrent = async ({ service, url, database }) => {
    const client = new MongoClient(url, { serverSelectionTimeoutMS: 1_000 });
    try {
      return isSchemaCurrent(await client.db(database).collection("migrations").find().toArray(), migrations[service]);
    } finally {
      await client.close();
    }
  };
  return Promise.all(jobs.flatMap(listDatabases).map(isCurrent)).then(
    (answers) => answers.every(Boolean),
    () => false,
  );
}

/** The databases of a process. One that is all services has the setting of each under a name of its own. */
function listDatabases({ name, env }) {
  const { MONGODB_URL: url } = env;
  if (name !== "all") return [{ service: name, url, database: env.MONGODB_DATABASE }];
  return listServices().map((service) => ({ service, url, database: env[toOwnName(service, "MONGODB_DATABASE")] }));
}

/** See mesh.d.mts for the options and the result. */
export async function startMesh(options = {}) {
  const mongodbUrl = options.mongodbUrl ?? process.env.TEST_MONGODB_URL;
  if (!mongodbUrl) throw new Error("startMesh needs a mongodbUrl, or TEST_MONGODB_URL in the environment");
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "mesh-")));
  const logDir = options.logDir ?? getDefaultLogDir(dataDir);
  await mkdir(logDir, { recursive: true });
  const nats = options.natsUrl ? undefined : await startNats({ dataDir, logDir });
  const { members, gatewayUrls, operatorUrls, adminUrls, addresses } = await planMesh(options);
  const mesh = {
    mongodbUrl,
    natsUrl: options.natsUrl ?? nats.url,
    databasePrefix: options.databasePrefix ?? `t${randomBytes(4).toString("hex")}_`,
    secrets: await loadSecrets(dataDir),
    publicUrl: gatewayUrls[0],
    // Absent in a mesh without gateways, like `publicUrl`. Another host of the same port: the session cookie of the application is not sent to pages of tenants.
    appUrl: gatewayUrls[0]?.replace("127.0.0.1", "localhost"),
  };
  const described = members.map((member) => describeProcess(member, { mesh, logDir, options }));
  const processes = Object.fromEntries(described.map(({ name, ...one }) => [name, createMeshProcess(name, one)]));

  const stop = async () => {
    // The gateway first, so that the requests it accepted still reach their services.
    const isGateway = ({ name }) => name.startsWith("gateway");
    const all = Object.values(processes);
    await Promise.all(all.filter((one) => isGateway(one)).map((one) => one.stop()));
    await Promise.all(all.filter((one) => !isGateway(one)).map((one) => one.stop()));
    await nats?.stop();
  };
  // The replicas of a process share its database.
  const jobs = described.filter(({ name }) => !/-\d+$/.test(name) && name !== "gateway");
  const jobOptions = { programs: options.programs, logFile: options.logFile ?? join(logDir, "migrations.log") };
  // A process loads its program meanwhile, and waits for the schema of its database.
  const starting = [migrateMesh(jobs, jobOptions), ...Object.values(processes).map(({ start }) => start())];
  try {
    await Promise.all(starting);
  } catch (error) {
    await stop();
    await Promise.allSettled(starting);
    throw error;
  }
  const { operatorKey } = mesh.secrets;
  const urls = { gatewayUrls, operatorUrls, adminUrls, addresses };
  return { ...mesh, ...urls, operatorKey, processes, nats, dataDir, logDir, stop };
}

/** What `createMeshProcess` needs, with the name. */
function describeProcess({ name, entry, buildEnv, findTrialPorts, settings }, { mesh, logDir, options }) {
  // In tests a database command that does not name the business fails.
  const testSettings = process.env.TEST_RUN_DIR ? { TENANCY_GUARD: "commands", CHECK_REPLIES: "true" } : {};
  const createEnv = (ports) => mergeEnv(process.env, buildEnv(mesh, ports), testSettings, options.env?.all, settings);
  return {
    name,
    entry,
    env: createEnv(),
    createTrialEnv: async () => createEnv(await findTrialPorts()),
    logFile: options.logFile ?? join(logDir, `${name}.log`),
    onLine: options.onLine,
    onStart: options.onStart,
    onExit: options.onExit,
  };
}

// `npm test` gathers all logs in one folder and searches them for secrets afterwards.
const getDefaultLogDir = (dataDir) =>
  process.env.TEST_LOG_DIR ? join(process.env.TEST_LOG_DIR, basename(dataDir)) : join(dataDir, "logs");

/** Like Promise.all, but a failure is thrown when all have settled, so that nothing starts after the clean-up. */
export async function waitForAll(promises) {
  const results = await Promise.allSettled(promises);
  const failed = results.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
  return results.map(({ value }) => value);
}
