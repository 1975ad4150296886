import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getString } from "../yaml-values.js";
import { formatTitle, getKind, type Manifest } from "./cluster.js";
import { isBuiltIn } from "./schemas.js";

const root = join(import.meta.dirname, "../../..");

/**
 * Fields that Kubernetes does not know and would drop without a message. The schemas of kubernetes-models accept them, its
 * TypeScript types do not: each object is written as a typed literal, and the compiler reports the unknown field.
 */
export async function findUnknownFields(manifests: Manifest[]): Promise<string[]> {
  const lines: string[] = [];
  const starts: Array<{ line: number; title: string }> = [];
  for (const [index, manifest] of manifests.filter(isBuiltIn).entries()) {
    starts.push({ line: lines.length + 1, title: formatTitle(manifest) });
    const type = `import("kubernetes-models/${getString(manifest, "apiVersion")}").I${getKind(manifest)}`;
    lines.push(...`export const o${index}: ${type} = ${JSON.stringify(manifest, null, 1)};`.split("\n"));
  }
  // In node_modules the compiler finds the types, and git, linter and formatter ignore the file.
  const cache = join(root, "node_modules/.cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "manifests-"));
  try {
    const file = join(folder, "manifests.ts");
    await writeFile(file, lines.join("\n"));
    return (await compile(file)).map(({ line, message }) => {
      const object = starts.findLast((start) => start.line <= line);
      return `${object?.title ?? "?"}: ${message}`;
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

function compile(file: string): Promise<Array<{ line: number; message: string }>> {
  const options = "--ignoreConfig --noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler".split(
    " ",
  );
  const args = [...options, "--types", "", file];
  return new Promise((resolve, reject) => {
    execFile(join(root, "node_modules/.bin/tsc"), args, { cwd: root }, (error, stdout) => {
      const found = [...stdout.matchAll(/\((\d+),\d+\): error TS\d+: (.+)/g)];
      if (error && found.length === 0) reject(new Error(`tsc: ${stdout || error.message}`));
      else resolve(found.map(([, line, message]) => ({ line: Number(line), message: message ?? "" })));
    });
  });
}
