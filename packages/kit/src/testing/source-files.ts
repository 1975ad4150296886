import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "../../../..");

/**
 * The files of TypeScript of all packages, without tests and what only tests use: for a test that refuses a second way of doing one thing.
 * @returns paths from the root of the repository
 */
export function listSourceFiles(): { path: string; text: string }[] {
  const packages = ["packages", "services"].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(root, folder, name)),
  );
  const others = ["gateway", "rest", "all", "services/console/web"].map((folder) => join(root, folder));
  return [...packages, ...others]
    .flatMap((folder) => {
      const sources = readdirSync(join(folder, "src"), { recursive: true, encoding: "utf8" });
      return [...readdirSync(folder), ...sources.map((file) => join("src", file))].map((file) => join(folder, file));
    })
    .map((file) => ({ file, path: relative(root, file) }))
    .filter(({ path }) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|testing|generated/.test(path))
    .map(({ file, path }) => ({ path, text: readFileSync(file, "utf8") }));
}
