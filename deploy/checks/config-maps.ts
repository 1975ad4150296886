import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
  type Fields,
  fieldsAt,
  fieldsWithin,
  kindOf,
  type Manifest,
  nameOf,
  textAt,
  textsAt,
  type Value,
} from "./values.js";

/** ConfigMaps that a generator made: they get a hash of their content behind their name. */
export type Generated = Set<Manifest>;

export function generateConfigMap(folder: string, spec: Value, objects: Manifest[], generated: Generated): void {
  const name = textAt(spec, "name");
  const data: Fields = {};
  for (const file of textsAt(spec, "envs")) Object.assign(data, readEnv(join(folder, file)));
  for (const file of textsAt(spec, "files")) data[basename(file)] = readFileSync(join(folder, file), "utf8");
  if (textAt(spec, "behavior") === "merge") {
    const base = [...generated].find((object) => nameOf(object) === name);
    if (!base) throw new Error(`${folder}: no generated ConfigMap ${name} to merge with`);
    Object.assign(fieldsAt(base, "data"), data);
    return;
  }
  const object: Manifest = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data };
  objects.push(object);
  generated.add(object);
}

function readEnv(file: string): Fields {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .map((line) => line.trim());
  const named = lines.filter((line) => line && !line.startsWith("#"));
  return Object.fromEntries(named.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

/** Gives generated ConfigMaps their final names, there and wherever they are named. */
export function nameByContent(objects: Manifest[], generated: Generated): void {
  const names = new Map<string, string>();
  for (const object of generated) {
    const name = `${nameOf(object)}-${hashOf(object)}`;
    names.set(nameOf(object), name);
    fieldsAt(object, "metadata")["name"] = name;
  }
  for (const object of objects) {
    if (kindOf(object) === "ConfigMap") continue;
    for (const { field, fields } of fieldsWithin(object)) {
      if (!["configMapRef", "configMapKeyRef", "configMap"].includes(field)) continue;
      const name = names.get(textAt(fields, "name"));
      if (name) fields["name"] = name;
    }
  }
}

/** As kustomize does it: of the data alone (it looks for the name and never finds it), in ten letters that spell no word. */
function hashOf(object: Manifest): string {
  const data = fieldsAt(object, "data");
  const sorted = Object.fromEntries(Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = JSON.stringify({ data: sorted, kind: "ConfigMap", name: "" }).replaceAll(
    /[<>&]/g,
    (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`,
  );
  const letters: Record<string, string> = { "0": "g", "1": "h", "3": "k", a: "m", e: "t" };
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 10);
  return hash.replaceAll(/[013ae]/g, (digit) => letters[digit] ?? digit);
}
