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
}

/** The rule files of Prometheus in this folder. */
export const ruleFiles = ["alerts.yaml", "slo.yaml"].map((name) => join(import.meta.dirname, name));

type Rule = (AlertRule | RecordingRule) & { file: string };

const readRules = (): Rule[] =>
  ruleFiles.flatMap((file) => {
    const { groups } = parse(readFileSync(file, "utf8")) as { groups: { rules: (AlertRule | RecordingRule)[] }[] };
    return groups.flatMap(({ rules }) => rules.map((rule) => ({ ...rule, file })));
  });

/** With the file in which the rule is. */
export const readAlerts = (): (AlertRule & { file: string })[] => readRules().filter((rule) => "alert" in rule);
export const readRecordingRules = (): RecordingRule[] => readRules().filter((rule) => "record" in rule);
