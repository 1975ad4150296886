import { parse } from "yaml";
import { formatValue, getList, isMap, type YamlMap, type YamlValue } from "../yaml-values.js";

/** Parses a Compose file: anchors, merge keys and `${NAME:-default}` as Compose resolves them with an empty environment. */
export function parseCompose(text: string): YamlMap {
  const content = interpolate(parse(text, { merge: true }) as YamlValue);
  return isMap(content) ? content : {};
}

function interpolate(value: YamlValue): YamlValue {
  if (typeof value === "string") return value.replaceAll(/\$\{\w+:-([^}]*)\}/g, "$1");
  if (Array.isArray(value)) return value.map(interpolate);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, interpolate(inner ?? null)]));
}

export const listMounts = (service: YamlMap): Array<{ volume: string; target: string }> =>
  getList(service, "volumes").map((mount) => {
    const [volume = "", target = ""] = formatValue(mount).split(":");
    return { volume, target };
  });
