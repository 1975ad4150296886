import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { parse } from "yaml";
import { getString, walkMaps, type YamlValue } from "../checks/yaml-values.js";
import { readAlerts } from "./rules.js";

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
  // `grep '"level":"error"'` and the like look for a field; the next test is about them.
  const messages = pages.flatMap((page) => [
    ...[...page.matchAll(/ logs .*grep '([^'"]+)'/g)].map(([, message = ""]) => message),
    ...[...page.matchAll(/`"([^"]+)"`/g)].map(([, message = ""]) => message),
  ]);
  expect(messages.length).toBeGreaterThan(10);
  const sources = readSources();
  expect(messages.filter((message) => !sources.includes(`"${message}`))).toEqual([]);
});

test("every field that a runbook searches for has the form in which our processes log it", () => {
  const folder = join(root, "docs/runbooks");
  const pages = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const searched = pages.flatMap((page) =>
    [...page.matchAll(/ logs .*grep '("[^']+)'/g)].map(([, field = ""]) => field),
  );
  expect(searched.length).toBeGreaterThan(5);
  const lines: string[] = [];
  const logger = createLogger("supply", "info", { write: (line) => lines.push(line) });
  logger.error({ status: 401, outcome: "dns" }, "request");
  for (const status of [429, 503]) logger.warn({ status }, "request");
  logger.warn({ task: "pack counts" }, "periodic task failed");
  expect(searched.filter((field) => !lines.some((line) => line.includes(field)))).toEqual([]);
});

test.each(["TenantOpsToolErrors", "TenantOpsRpcErrors"])(
  "the page of %s finds each call that failed: over JSON-RPC its HTTP status is 200",
  (name) => {
    const page = readFileSync(join(root, `docs/runbooks/${name}.md`), "utf8");
    const pattern = / logs .*name=gateway.*grep -E '([^']+)'/.exec(page)?.[1] ?? "nothing is searched for";
    const expr = readAlerts().find(({ alert }) => alert === name)?.expr ?? "";
    const codes = /code=~"([^"]+)"/.exec(expr)?.[1]?.split("|") ?? [];
    expect(codes.length).toBeGreaterThan(3);
    const lines: string[] = [];
    const logger = createLogger("gateway", "info", { write: (line) => lines.push(line) });
    for (const code of [...codes, "ok", "insufficient_stock"]) logger.info({ status: 200, code }, "request");
    expect(lines.map((line) => new RegExp(pattern).test(line))).toEqual([...codes.map(() => true), false, false]);
  },
);
