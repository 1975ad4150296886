import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const root = join(import.meta.dirname, "../../../..");

/**
 * The files of TypeScript that are shipped, without tests and what only tests use: for a test that refuses a second way of doing one thing.
 * @returns paths from the root of the repository
 */
export function listSourceFiles(): { path: string; text: string }[] {
  const packages = ["packages", "services"].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(root, folder, name)),
  );
  return [...packages, join(root, "gateway"), join(root, "rest"), join(root, "services/console/web")]
    .map((folder) => join(folder, "src"))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)))
    .map((file) => ({ file, path: relative(root, file) }))
    .filter(({ path }) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|testing|generated/.test(path))
    .map(({ file, path }) => ({ path, text: readFileSync(file, "utf8") }));
}
