import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { runCommand } from "../../../scripts/lib/process/run-command.mjs";

const root = resolve(import.meta.dirname, "../../..");
const packageFolder = join(root, "packages/client");

/** A project of a user of the client, outside of the repository. */
export interface ClientProject {
  folder: string;
  /** The examples of the README: `readme-1.ts`, `readme-2.ts`, … */
  examples: string[];
  /** Checks the types of all files. Returns the problems, "" for none. With `emit`, writes JavaScript beside them. */
  check(compiler: Compiler, options: object, emit?: boolean): Promise<string>;
}

export type Compiler = keyof typeof compilers;

/** TypeScript 7, which we use, and the last version before it. */
const compilers = {
  typescript7: join(root, "node_modules/typescript/bin/tsc"),
  typescript5: join(packageFolder, "node_modules/typescript/bin/tsc"),
};

/** Packs the client as for the registry and installs it into an empty project together with the examples of its README. */
export async function createClientProject(): Promise<ClientProject> {
  const folder = await mkdtemp(join(tmpdir(), "client-project-"));
  const packed = await run("npm", ["pack", "--json", "--pack-destination", folder], packageFolder);
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf("["))) as [{ filename: string }];
  const { devDependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as Manifest;
  const dependencies = {
    "@tenant-ops/client": `file:${filename}`,
    "@types/node": devDependencies["@types/node"],
  };
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", dependencies }));
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund"], folder);
  const examples = await writeExamples(folder);
  return {
    folder,
    examples,
    async check(compiler, options, emit = false) {
      const compilerOptions = { strict: true, target: "es2023", noEmit: !emit, ...options };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
      const { code, stdout, stderr } = await runCommand(process.execPath, [compilers[compiler], "-p", folder]);
      return code === 0 ? "" : `${stdout}${stderr}`;
    },
  };
}

interface Manifest {
  devDependencies: Record<string, string>;
}

async function writeExamples(folder: string): Promise<string[]> {
  const readme = await readFile(join(packageFolder, "README.md"), "utf8");
  const blocks = [...readme.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = ""]) => code);
  const names = blocks.map((_, index) => `readme-${index + 1}`);
  for (const [index, code] of blocks.entries()) await writeFile(join(folder, `${names[index]}.ts`), code);
  return names;
}

async function run(command: string, args: string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await runCommand(command, args, { cwd });
  if (code !== 0) throw new Error(`${command} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}
