import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { getString, walkMaps, type YamlValue } from "../checks/yaml-values.js";

const root = join(import.meta.dirname, "../..");

function readSources(): string {
  const files = ["packages", "gateway", "services"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /(^|\/)src\/.*\.ts$/.test(path) && !path.includes("node_modules") && !path.endsWith(".test.ts"))
      .map((path) => join(root, folder, path)),
  );
  return files.map((file) => readFileSync(file, "utf8")).join("\n");
}

test("every log message that an alert tells the operator to search for is logged by one of our processes", () => {
  const alerts = parse(readFileSync(join(import.meta.dirname, "alerts.yaml"), "utf8")) as YamlValue;
  const descriptions = [...walkMaps(alerts)].map(({ map }) => getString(map, "description"));
  const messages = descriptions.flatMap((text) => [...text.matchAll(/"([^"]+)"/g)].map(([, message]) => message ?? ""));
  expect(messages.length).toBeGreaterThan(5);
  const sources = readSources();
  expect(messages.filter((message) => !sources.includes(`"${message}`))).toEqual([]);
});

test("every log message that a runbook searches for is logged by one of our processes", () => {
  const folder = join(root, "docs/runbooks");
  const pages = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  // `grep '"level":50'` and the like look for a field.
  const messages = pages.flatMap((page) => [
    ...[...page.matchAll(/logs deployment\/.*grep '([^'"]+)'/g)].map(([, message = ""]) => message),
    ...[...page.matchAll(/`"([^"]+)"`/g)].map(([, message = ""]) => message),
  ]);
  expect(messages.length).toBeGreaterThan(10);
  const sources = readSources();
  expect(messages.filter((message) => !sources.includes(`"${message}`))).toEqual([]);
});
