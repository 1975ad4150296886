import { describeSettings } from "@tenant-ops/kit/config";
import type { z } from "zod";
import { gatewayConfig } from "../../gateway/src/config.js";
import { config as flows } from "../../services/flows/src/config.js";
import { config as learning } from "../../services/learning/src/config.js";
import { config as roulettes } from "../../services/roulettes/src/config.js";
import { config as supply } from "../../services/supply/src/config.js";
import { config as webhooks } from "../../services/webhooks/src/config.js";

const schemas: Record<string, z.ZodObject> = {
  gateway: gatewayConfig,
  supply,
  roulettes,
  learning,
  flows,
  webhooks,
};

export const programNames = Object.keys(schemas);

/** A setting as a manifest gives it: its value, or undefined where the value is in a secret or a file. */
export type Given = Map<string, { value: string | undefined; isSecret: boolean }>;

/** What is wrong with the settings that a program of ours would start with, each line naming the variable. */
export function problemsWithSettings(program: string, given: Given): string[] {
  const schema = schemas[program];
  if (!schema) return [`no program of ours is called ${program}`];
  const problems: string[] = [];
  const described = new Map(describeSettings(schema).map((setting) => [setting.name, setting]));
  const provided = new Set<string>();
  for (const [variable, { value, isSecret }] of given) {
    const name = described.has(variable) ? variable : variable.replace(/_FILE$/, "");
    const setting = described.get(name);
    if (!setting) {
      problems.push(`${variable} is read by no setting of ${program}`);
      continue;
    }
    if (provided.has(name)) problems.push(`${name} is given twice`);
    provided.add(name);
    if (setting.secret && !isSecret) problems.push(`${variable} is a secret and is given in the open`);
    const type = schema.shape[name] as z.ZodType | undefined;
    if (value === undefined || variable !== name || !type) continue;
    const issue = type.safeParse(value).error?.issues[0];
    if (issue) problems.push(`${variable}: ${issue.message}`);
  }
  for (const { name, required } of described.values()) {
    if (required && !provided.has(name)) problems.push(`${name} is required by ${program} and is not given`);
  }
  return problems;
}
