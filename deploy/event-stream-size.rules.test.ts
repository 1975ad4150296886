import { readFileSync } from "node:fs";
import { join } from "node:path";
import { serviceSettings } from "@tenant-ops/kit/process";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseCompose } from "./checks/compose/compose-file.js";
import { hasSetting, programNames } from "./checks/program-settings.js";
import { getList, getMap, getString, getValue, type YamlMap, type YamlValue } from "./checks/yaml-values.js";

// A stream whose limit is larger than the store of NATS is created without a limit, and then TenantOpsStreamNearlyFull, which compares its size with
// the limit, cannot fire.

const setting = "EVENTS_MAX_BYTES";
const readText = (file: string) => readFileSync(join(import.meta.dirname, file), "utf8");
const demo = "kubernetes/components/demo-dependencies";

const powers: Record<string, number> = { MB: 2, Mi: 2, MiB: 2, GB: 3, Gi: 3, GiB: 3 };

/** As nats-server, its command line and Kubernetes read it: each of these units is a power of 1024. */
function toBytes(size: string): number {
  const [, number = "", unit = ""] = /^(\d+)(\w+)$/.exec(size) ?? [];
  const power = powers[unit];
  if (power === undefined) throw new Error(`${size} has an unknown unit`);
  return Number(number) * 1024 ** power;
}

const readStore = (file: string) => toBytes(/max_file_store: (\w+)/.exec(readText(file))?.[1] ?? "");

/** What each process of a Compose file creates the stream with; undefined where its default of 16 GiB would count. */
function readCompose(file: string): Record<string, unknown> {
  const services = getMap(parseCompose(readText(file)), "services");
  const creating = Object.keys(services).filter((name) => hasSetting(name, setting));
  return Object.fromEntries(creating.map((name) => [name, getValue(services, name, "environment", setting)]));
}

/** The same for the demo in Kubernetes. */
function readDemo(): Record<string, unknown> {
  const patches = getList(parse(readText(`${demo}/kustomization.yaml`)) as YamlMap, "patches");
  const limits = patches.flatMap((patch) => {
    const changes = parse(getString(patch, "patch")) as YamlValue[];
    const values = changes.flatMap((change) =>
      getString(change, "value", "name") === setting ? [getString(change, "value", "value")] : [],
    );
    const names = getString(patch, "target", "name").split("|");
    return values.flatMap((value) => names.map((name) => [name, value] as const));
  });
  return Object.fromEntries(limits);
}

const mesh = programNames.filter((name) => hasSetting(name, setting)).toSorted();

test.each([
  { name: "docker-compose.yml", limits: readCompose("../docker-compose.yml"), conf: "compose/nats.conf", from: mesh },
  {
    ...{ name: "docker-compose.all.yml", limits: readCompose("../docker-compose.all.yml") },
    ...{ conf: "compose/nats.conf", from: ["all"] },
  },
  { name: "the demo in Kubernetes", limits: readDemo(), conf: `${demo}/nats.conf`, from: mesh },
])("in $name every process that creates the stream limits it below what NATS may store", ({ limits, conf, from }) => {
  expect(Object.keys(limits).toSorted()).toEqual(from);
  const sizes = [...new Set(Object.values(limits).map(Number))];
  expect(sizes).toHaveLength(1);
  expect(sizes[0]).toBeGreaterThan(0);
  expect(sizes[0]).toBeLessThan(readStore(conf));
});

test("the volume of NATS in the demo has room for what NATS may store", () => {
  const [, set] = readText(`${demo}/nats.yaml`).split("---\n");
  const [claim] = getList(parse(set ?? "") as YamlMap, "spec", "volumeClaimTemplates");
  const volume = toBytes(getString(claim, "spec", "resources", "requests", "storage"));
  expect(readStore(`${demo}/nats.conf`)).toBeLessThan(volume);
});

test("a stream that an operator creates has the size of one that a service creates", () => {
  const byDefault = serviceSettings[setting].parse(undefined);
  const [, size = ""] = /nats stream add EVENTS[^`]*--max-bytes (\w+)/.exec(readText("../docs/operating.md")) ?? [];
  expect(toBytes(size)).toBe(byDefault);
});
