import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

export interface AlertRule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook_url: string };
}

export interface RecordingRule {
  record: string;
  expr: string;
  labels?: { slo?: string };
}

/** The rule files of Prometheus in this folder. */
export const ruleFiles = ["alerts.yaml", "slo.yaml"].map((name) => join(import.meta.dirname, name));

type Rule = AlertRule | RecordingRule;

interface RuleGroup {
  rules: Rule[];
}

const readGroups = (): RuleGroup[] =>
  ruleFiles.flatMap((file) => (parse(readFileSync(file, "utf8")) as { groups: RuleGroup[] }).groups);
const readRules = (): Rule[] => readGroups().flatMap(({ rules }) => rules);

export const readAlerts = (): AlertRule[] => readRules().filter((rule) => "alert" in rule);
export const readRecordingRules = (): RecordingRule[] => readRules().filter((rule) => "record" in rule);

/** A rule file with one alert, all its rules, and the recording rules of the objective that they name. */
export function selectRules(name: string): { groups: RuleGroup[] } {
  const isNeeded = (rule: Rule, alerts: AlertRule[]): boolean =>
    "alert" in rule
      ? rule.alert === name
      : alerts.some(({ expr }) => expr.includes(rule.record) && expr.includes(`slo="${rule.labels?.slo}"`));
  const alerts = readAlerts().filter(({ alert }) => alert === name);
  const groups = readGroups().map((group) => ({
    ...group,
    rules: group.rules.filter((rule) => isNeeded(rule, alerts)),
  }));
  return { groups: groups.filter(({ rules }) => rules.length > 0) };
}
