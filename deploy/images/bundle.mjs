// node deploy/images/bundle.mjs <program> <folder>: writes index.mjs, one of our programs with everything it imports, health.sh and
// THIRD-PARTY-NOTICES.txt; for the console and for all also web/, the browser application. An image is Node and these files: without node_modules it
// contains no unused code and starts faster. Without arguments it writes all programs for this machine to deploy/dist, as `npm run build` does.
import { cp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { renderThirdPartyNotices } from "./third-party-notices.mjs";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** The programs that become images, with their entry files. */
export const programs = {
  gateway: "gateway/src/main.ts",
  accounts: "services/accounts/src/main.ts",
  approvals: "services/approvals/src/main.ts",
  supply: "services/supply/src/main.ts",
  roulettes: "services/roulettes/src/main.ts",
  learning: "services/learning/src/main.ts",
  flows: "services/flows/src/main.ts",
  webhooks: "services/webhooks/src/main.ts",
  analytics: "services/analytics/src/main.ts",
  console: "services/console/src/main.ts",
  all: "all/src/main.ts",
  setup: "deploy/setup/src/main.mjs",
};

/** The MongoDB driver loads 3 MB of tables of characters to prepare passwords of users: they are loaded for the first password. */
const loadForFirstPassword = {
  name: "load-for-first-password",
  setup({ onResolve, onLoad }) {
    const name = "@mongodb-js/saslprep";
    onResolve({ filter: new RegExp(`^${name}$`), namespace: "file" }, ({ resolveDir }) => ({
      path: name,
      namespace: "lazy",
      pluginData: resolveDir,
    }));
    onLoad({ filter: /./, namespace: "lazy" }, ({ pluginData }) => ({
      contents: `exports.saslprep = (...args) => require("${name}")(...args);`,
      resolveDir: pluginData,
    }));
  },
};

/** Packages that others load only for what our programs do not use: schemas and test requests of Fastify, channelz of gRPC. */
const leftOut = {
  name: "left-out",
  setup({ onResolve, onLoad }) {
    const filter =
      /^(@fastify\/ajv-compiler|@fastify\/fast-json-stringify-compiler|light-my-request|@grpc\/proto-loader)$/;
    onResolve({ filter }, ({ path }) => ({ path, namespace: "left-out" }));
    onLoad({ filter: /./, namespace: "left-out" }, ({ path }) => ({
      contents: `throw new Error("${path} is not in the bundle (deploy/images/bundle.mjs)");`,
    }));
  },
};

const demoData = join(root, "services/accounts/src/sandboxes/demo-data.ts");

/**
 * CommonJS packages use `require`, `__filename` and `__dirname`, which an ES module does not have. This uses no global name of Node: a package may
 * declare the same one in the file, such as `URL`.
 */
const banner = [
  'import { createRequire as tenantOpsRequire } from "node:module";',
  'import { dirname as tenantOpsFolder } from "node:path";',
  'import { fileURLToPath as tenantOpsPath } from "node:url";',
  "const require = tenantOpsRequire(import.meta.url);",
  "const __filename = tenantOpsPath(import.meta.url);",
  "const __dirname = tenantOpsFolder(__filename);",
].join("\n");

// Optional packages that the MongoDB driver, ws and pino try to import. We do not install them, so the imports stay and fail
// as they do in node_modules.
const optionalPackages = [
  "@mongodb-js/zstd",
  "@aws-sdk/credential-providers",
  "aws4",
  "gcp-metadata",
  "kerberos",
  "mongodb-client-encryption",
  "snappy",
  "socks",
  "bufferutil",
  "utf-8-validate",
  "pino-pretty",
];

// A health check starts the program every few seconds and must not load all of it: in a bundle, a module behind `import()`
// is evaluated only when it is imported.
const createEntry = (name, entry) => (name === "setup" ? `import "./${entry}";` : createEntryWithHealthCheck(entry));
const createEntryWithHealthCheck = (entry) => `
  if (process.argv.includes("--health")) {
    const { isProcessReady } = await import("./packages/kit/src/process/health-check.ts");
    process.exit((await isProcessReady()) ? 0 : 1);
  }
  await import("./${entry}");
`;

async function createOptions() {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  return {
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    // Packages of the workspace are read from their sources, so nothing has to be compiled before. `module` is the condition that esbuild has by itself
    // when none is named.
    conditions: ["tenant-ops:source", "module"],
    // Named, because a folder in which an image is built has no tsconfig.json.
    tsconfig: "tsconfig.base.json",
    mainFields: ["module", "main"],
    banner: { js: banner },
    define: { "process.env.TENANT_OPS_VERSION": JSON.stringify(version) },
    external: optionalPackages,
    // The MongoDB driver reads its addresses with this package, which brings the tables of all international domain names. Node has the same classes.
    alias: { "whatwg-url": "node:url" },
    // setup fills the demo business with the code of `npm start`, which loads a bundle: its source belongs into the image.
    plugins: [
      loadForFirstPassword,
      leftOut,
      {
        name: "demo-data",
        setup: ({ onResolve }) => onResolve({ filter: /deploy\/dist\/demo-data\.mjs$/ }, () => ({ path: demoData })),
      },
    ],
    // Identifiers are not minified, so that stack traces in logs stay readable.
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: "warning",
  };
}

function findEntry(name) {
  const entry = programs[name];
  if (!entry) throw new Error(`${name} is not one of our programs: ${Object.keys(programs).join(", ")}`);
  return entry;
}

/** Writes the program as one file. The metafile in the result names what is in it. */
export async function bundle(name, outfile) {
  const entry = findEntry(name);
  return build({
    ...(await createOptions()),
    stdin: { contents: createEntry(name, entry), resolveDir: root, sourcefile: `${name}.mjs` },
    outfile,
    // The licences are in THIRD-PARTY-NOTICES.txt.
    legalComments: "none",
    metafile: true,
  });
}

/** Where `npm run build` writes the programs that run on this machine. */
export const programsFolder = join(root, "deploy/dist");

/**
 * Writes every program of a mesh to `<program>.mjs`, with the code that they share in common files. Such a program starts in half of the CPU time that
 * its separate modules need, and in three quarters of their memory.
 */
async function bundlePrograms() {
  const names = Object.keys(programs).filter((name) => name !== "setup");
  await rm(programsFolder, { recursive: true, force: true });
  const { metafile } = await build({
    ...(await createOptions()),
    entryPoints: {
      ...Object.fromEntries(names.map((name) => [name, findEntry(name)])),
      // Tests change the driver of a process that is to be killed at a command (e2e/support/faults): the one that the program uses.
      mongodb: "mongodb",
      // What `npm start` fills the demo business with.
      "demo-data": demoData,
    },
    outdir: programsFolder,
    outExtension: { ".js": ".mjs" },
    splitting: true,
    metafile: true,
  });
  await bundleSchemas(names);
  // Names what each file contains, for the test of what a program loads.
  await writeFile(join(programsFolder, "metafile.json"), JSON.stringify(metafile));
  // The console service expects it next to its own file.
  await symlink("../../services/console/web/dist", join(programsFolder, "web"));
}

/** What `npm start` asks MongoDB for before it starts a migration job: the steps of each service, and the rule of the job. */
async function bundleSchemas(names) {
  const services = names.filter((name) => programs[name].startsWith("services/"));
  const lines = [
    'export { isSchemaCurrent } from "./packages/kit/src/data/schema/migrations.rules.ts";',
    ...services.map(
      (name) => `import { migrations as ${name} } from "./services/${name}/src/migrations/migrations.ts";`,
    ),
    `export const migrations = { ${services.join(", ")} };`,
  ];
  await build({
    ...(await createOptions()),
    stdin: { contents: lines.join("\n"), resolveDir: root, sourcefile: "schemas.mjs" },
    outfile: join(programsFolder, "schemas.mjs"),
  });
}

async function bundleImage(name, folder) {
  const { metafile } = await bundle(name, resolve(folder, "index.mjs"));
  await cp(join(root, "deploy/images/health.sh"), resolve(folder, "health.sh"));
  await writeFile(resolve(folder, "THIRD-PARTY-NOTICES.txt"), await renderThirdPartyNotices(root, metafile));
  // The console service expects it next to its own file.
  if (name === "console" || name === "all")
    await cp(join(root, "services/console/web/dist"), resolve(folder, "web"), {
      recursive: true,
      // Vite's own list of files, for the check of the weight.
      filter: (file) => !file.endsWith("/.vite"),
    });
  const [bytes] = Object.values(metafile.outputs).map((output) => output.bytes);
  process.stdout.write(`${folder}/index.mjs: ${(bytes / 1e6).toFixed(1)} MB\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [name, folder] = process.argv.slice(2);
  if (!name) await bundlePrograms();
  else if (!folder) throw new Error("usage: node deploy/images/bundle.mjs [<program> <folder>]");
  else await bundleImage(name, folder);
}
