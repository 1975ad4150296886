import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { getMap, getString, getStrings, type YamlValue } from "../checks/yaml-values.js";

const example = parse(readFileSync(join(import.meta.dirname, "otel-collector.yaml"), "utf8")) as YamlValue;
const kinds = ["receivers", "processors", "exporters"] as const;

test("the example of a collector uses exactly the parts that it declares", () => {
  const pipelines = Object.values(getMap(example, "service", "pipelines"));
  for (const kind of kinds) {
    const used = pipelines.flatMap((pipeline) => getStrings(pipeline, kind));
    expect([...new Set(used)].sort()).toEqual(Object.keys(getMap(example, kind)).sort());
  }
});

test("it listens on the port to which the component otel sends", () => {
  const settings = readFileSync(join(import.meta.dirname, "../kubernetes/components/otel/otel.env"), "utf8");
  const sent = /OTEL_EXPORTER_OTLP_ENDPOINT=(\S+)/.exec(settings)?.[1] ?? "";
  const endpoint = getString(example, "receivers", "otlp", "protocols", "http", "endpoint");
  expect(new URL(sent).port).toBe(endpoint.split(":")[1]);
});
