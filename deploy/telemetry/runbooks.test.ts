import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readAlerts, readRecordingRules } from "./rules.js";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "docs/runbooks");
const read = (...path: string[]) => readFileSync(join(root, ...path), "utf8");
const alerts = readAlerts();
/** The alerts about error budgets share a page. */
const findPage = (alert: string) => (alert.endsWith("Budget") ? "ErrorBudgets" : alert);
const names = [...new Set(alerts.map(({ alert }) => findPage(alert)))].toSorted();
const sections = ["What users notice", "What to look at", "What to do", "Whom to page"];
const processes = [
  "gateway",
  "accounts",
  "approvals",
  "supply",
  "roulettes",
  "learning",
  "flows",
  "webhooks",
  "analytics",
  "console",
];
/** Commands of other programs that a page may use. */
const tools = ["kubectl", "nats", "mongosh", "cmctl", "docker"];

test("every alert has a runbook, its runbook_url leads there, and there is no page for an alert that does not exist", () => {
  const pages = readdirSync(folder).filter((name) => name !== "README.md");
  expect(pages.sort()).toEqual(names.map((name) => `${name}.md`));
  for (const { alert, annotations } of alerts)
    expect(annotations.runbook_url).toMatch(new RegExp(`/docs/runbooks/${findPage(alert)}\\.md$`));
  const list = read("docs/runbooks/README.md");
  expect(alerts.filter(({ alert }) => !list.includes(`[${alert}](${findPage(alert)}.md)`))).toEqual([]);
});

describe.each(names)("the page of %s", (name) => {
  const page = read("docs/runbooks", `${name}.md`);
  const blocks = [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, text = ""]) => ({ language, text }));

  test("says what users notice, what to check and to do, and whom to call", () => {
    expect([...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(sections);
    expect(blocks.length).toBeGreaterThan(0);
    const own = alerts.filter(({ alert }) => findPage(alert) === name);
    expect(own.filter(({ alert }) => !page.includes(alert))).toEqual([]);
    const severities = own.map(({ labels }) => labels.severity);
    expect(severities.filter((severity) => !/Severity: .*/.exec(page)?.[0].includes(severity))).toEqual([]);
  });

  test("names only metrics that telemetry.md describes, and settings that exist", () => {
    const known = read("docs/telemetry.md");
    const metrics = [...page.matchAll(/\b(?:tenantops|nodejs|process|kube)_[a-z0-9_]+/g)].map(([metric]) =>
      metric.replace(/_(bucket|count)$/, ""),
    );
    expect(metrics.filter((metric) => !known.includes(`\`${metric}\``))).toEqual([]);
    const rules = [...page.matchAll(/tenantops:[a-z_:]+/g)].map(([rule]) => rule);
    expect(rules.filter((rule) => !readRecordingRules().some(({ record }) => record.startsWith(rule)))).toEqual([]);
    const settings = [...page.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)[`=]/g)].map(([, setting]) => setting);
    const described = read("docs/settings.md");
    expect(settings.filter((setting) => !described.includes(`\`${setting}\``))).toEqual([]);
  });

  test("uses only commands, Deployments and log messages that exist", () => {
    const scripts = Object.keys((JSON.parse(read("package.json")) as { scripts: object }).scripts);
    const used = [...page.matchAll(/npm run ([a-z:]+)/g)].map(([, script = ""]) => script);
    expect(used.filter((script) => !scripts.includes(script))).toEqual([]);
    const commands = blocks.filter(({ language }) => language === "sh").flatMap(({ text }) => text.trim().split("\n"));
    expect(commands.filter((line) => !tools.includes(line.split(" ")[0] ?? ""))).toEqual([]);
    const deployments = [...page.matchAll(/-n tenant-ops [^`\n]*deployment\/([a-z]+)/g)].map(([, found = ""]) => found);
    const named = [...page.matchAll(/-l app\.kubernetes\.io\/name=([a-z]+)/g)].map(([, found = ""]) => found);
    expect([...deployments, ...named].filter((found) => !processes.includes(found))).toEqual([]);
    // `logs deployment/…` shows one of its pods, and `--all-pods` is younger than the oldest kubectl of docs/upgrades.md.
    expect(
      commands.filter(
        (line) => /logs deployment\/[a-z]+ .*--since|--all-pods/.test(line) && !line.includes("cert-manager"),
      ),
    ).toEqual([]);
    const services = parse(read("docker-compose.yml")) as { services: object };
    expect(processes.filter((found) => !(found in services.services))).toEqual([]);
    const links = [...page.matchAll(/\]\(([^)#]+)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => !existsSync(join(folder, link)))).toEqual([]);
  });
});
