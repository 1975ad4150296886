// The licences of the packages in a bundle. esbuild removes licence comments, so each image contains them in one file.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const modules = "node_modules/";
const licenceFileName = /^(licen[cs]e|copying|notice)/i;
const standardTexts = join(dirname(fileURLToPath(import.meta.url)), "licences");

/** Copyright holders of the packages that are published without a licence file, as their package.json or their sources name them. */
const copyrightHolders = {
  "@aws-sdk/credential-provider-http": "Amazon.com, Inc. or its affiliates",
  "@aws-sdk/credential-provider-login": "Amazon.com, Inc. or its affiliates",
  "@aws-sdk/nested-clients": "Amazon.com, Inc. or its affiliates",
  "@bufbuild/cel": "Buf Technologies, Inc.",
  "@bufbuild/cel-spec": "Buf Technologies, Inc.",
  "@bufbuild/protobuf": "Buf Technologies, Inc. (Apache-2.0); wire/varint: 2008 Google Inc. (BSD-3-Clause)",
  "@bufbuild/protovalidate": "Buf Technologies, Inc.",
  "abstract-logging": "James Sumners",
  standardwebhooks: "Standard Webhooks",
};

/** Folders of the packages whose code is in the bundle, relative to the repository. */
export function listBundledPackages(metafile) {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const files = inputs.filter(([path, { bytesInOutput }]) => path.includes(modules) && bytesInOutput > 0);
  return [...new Set(files.map(([path]) => getPackageFolder(path)))].sort((a, b) => a.localeCompare(b));
}

// a/node_modules/@scope/name/lib/x.js -> a/node_modules/@scope/name
function getPackageFolder(path) {
  const start = path.lastIndexOf(modules) + modules.length;
  const segments = path.slice(start).split("/");
  return path.slice(0, start) + segments.slice(0, segments[0].startsWith("@") ? 2 : 1).join("/");
}

/** @param root the folder to which the paths of the metafile are relative */
export async function renderThirdPartyNotices(root, metafile) {
  const notices = new Map();
  for (const folder of listBundledPackages(metafile)) {
    const manifest = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
    const title = `${manifest.name}@${manifest.version} (${manifest.license})`;
    // Two copies of one version have the same notice.
    if (!notices.has(title)) notices.set(title, await readLicence(join(root, folder), manifest));
  }
  const line = "=".repeat(80);
  const sections = [...notices].map(([title, text]) => `${line}\n${title}\n${line}\n\n${text.trim()}\n`);
  return `This program contains ${notices.size} packages of others, under these licences.\n\n${sections.join("\n")}`;
}

async function readLicence(folder, { name, version, license }) {
  const files = (await readdir(folder)).filter((file) => licenceFileName.test(file)).sort();
  if (files.length > 0) return joinFiles(files.map((file) => join(folder, file)));
  const holder = copyrightHolders[name];
  if (!holder)
    throw new Error(`${name}@${version} has no licence file; add its copyright holder to third-party-notices.mjs`);
  const identifiers = license.replaceAll(/[()]/g, "").split(" AND ");
  const texts = await joinFiles(identifiers.map((identifier) => join(standardTexts, `${identifier}.txt`)));
  return `Copyright ${holder}\n\n${texts}`;
}

async function joinFiles(paths) {
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  return texts.map((text) => text.replace(/^\n+/, "").trimEnd()).join("\n\n");
}
