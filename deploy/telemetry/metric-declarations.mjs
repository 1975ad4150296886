// The metrics that our processes declare: their names and help texts, read from the sources, where each is declared exactly once.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const folders = [
  "packages/kit/src",
  "gateway/src",
  ...readdirSync(join(root, "services")).map((name) => `services/${name}/src`),
];

/** `"tenantops_…"` as the first argument of a helper or as the field `name`, and the text behind it. */
const declaration = /"(tenantops_[a-z0-9_]+)",\s*(?:help:\s*)?(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)/g;

/** Help texts by name. */
export function readMetricDeclarations() {
  const declared = new Map();
  for (const folder of folders)
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
      for (const [, name, text, template] of readFileSync(join(root, folder, file), "utf8").matchAll(declaration))
        declared.set(name, text ?? template);
    }
  return declared;
}
