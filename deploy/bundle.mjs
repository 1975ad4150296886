// node deploy/bundle.mjs <package> <file>: a program of ours with everything it imports, as one file.
// An image then is Node and this file: no node_modules, nothing to patch that is not used, nothing to read at the start.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** The programs that become images, and where each begins. */
export const programs = {
  gateway: "gateway/dist/main.js",
  supply: "services/supply/dist/main.js",
  roulettes: "services/roulettes/dist/main.js",
  learning: "services/learning/dist/main.js",
  flows: "services/flows/dist/main.js",
  webhooks: "services/webhooks/dist/main.js",
  setup: "deploy/setup/src/main.mjs",
};

/** Packages written as CommonJS ask for `require`, `__filename` and `__dirname`; an ES module has none of them. */
const banner = [
  'import { createRequire as tenantOpsRequire } from "node:module";',
  'import { fileURLToPath as tenantOpsPath } from "node:url";',
  "const require = tenantOpsRequire(import.meta.url);",
  "const __filename = tenantOpsPath(import.meta.url);",
  'const __dirname = tenantOpsPath(new URL(".", import.meta.url));',
].join("\n");

// What the MongoDB driver and the like look for and do without: they are left as imports that fail, as in node_modules.
const optional = [
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

// A health check starts the program every few seconds; it must not pay for loading all of it. Only what `import()` asks for
// is evaluated in a bundle.
const beginning = (name, entry) => (name === "setup" ? `import "./${entry}";` : withHealth(entry));
const withHealth = (entry) => `
  if (process.argv.includes("--health")) {
    const { isProcessReady } = await import("./packages/kit/dist/process/health-check.js");
    process.exit((await isProcessReady()) ? 0 : 1);
  }
  await import("./${entry}");
`;

export async function bundle(name, outfile) {
  const entry = programs[name];
  if (!entry) throw new Error(`${name} is none of our programs: ${Object.keys(programs).join(", ")}`);
  if (!existsSync(join(root, entry))) throw new Error(`${entry} does not exist; run \`npm run build\``);
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  return build({
    absWorkingDir: root,
    stdin: { contents: beginning(name, entry), resolveDir: root, sourcefile: `${name}.mjs` },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    mainFields: ["module", "main"],
    banner: { js: banner },
    define: { "process.env.TENANT_OPS_VERSION": JSON.stringify(version) },
    external: optional,
    // Names stay, because stack traces in logs are read by people.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [name, outfile] = process.argv.slice(2);
  if (!name || !outfile) throw new Error("usage: node deploy/bundle.mjs <program> <file>");
  const { metafile } = await bundle(name, resolve(outfile));
  const [bytes] = Object.values(metafile.outputs).map((output) => output.bytes);
  process.stdout.write(`${outfile}: ${(bytes / 1e6).toFixed(1)} MB\n`);
}
