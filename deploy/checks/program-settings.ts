import { describeSettings } from "@tenant-ops/kit/config";
import { jobConfig } from "@tenant-ops/kit/process";
import * as z from "zod";
import { settingsPerPart, toOwnName } from "../../all/src/settings.js";
import { gatewayConfig } from "../../gateway/src/config.js";
import { config as accounts } from "../../services/accounts/src/config.js";
import { config as analytics } from "../../services/analytics/src/config.js";
import { config as approvals } from "../../services/approvals/src/config.js";
import { config as consoleConfig } from "../../services/console/src/config.js";
import { config as flows } from "../../services/flows/src/config.js";
import { config as learning } from "../../services/learning/src/config.js";
import { config as roulettes } from "../../services/roulettes/src/config.js";
import { config as supply } from "../../services/supply/src/config.js";
import { config as webhooks } from "../../services/webhooks/src/config.js";

const parts: Record<string, z.ZodObject> = {
  gateway: gatewayConfig,
  accounts,
  approvals,
  supply,
  roulettes,
  learning,
  flows,
  webhooks,
  analytics,
  console: consoleConfig,
};

export const programNames = Object.keys(parts);

/** Each part has a user of its own at MongoDB and NATS, although one for all parts would work. */
const ownPerPart = [...settingsPerPart, "MONGODB_URL", "NATS_URL"];

/** The programs of the mesh, and the one that runs all of them in one process. */
const schemas: Record<string, z.ZodObject> = { ...parts, all: createSchemaOfAll() };

export const isProgram = (name: string): boolean => name in schemas;

export const hasSetting = (program: string, name: string): boolean => name in (schemas[program]?.shape ?? {});

/** What each part needs, as it is set for one process: without addresses, ports and public keys, which the process knows. */
function createSchemaOfAll(): z.ZodObject {
  const known = /_(GRPC|HTTP)_URL$|^(GRPC|HTTP)_PORT$|^CALL_CONTEXT_PUBLIC_KEYS$/;
  const settings = Object.entries(parts).flatMap(([part, schema]) =>
    Object.entries(schema.shape as Record<string, z.ZodType>)
      .filter(([name]) => !known.test(name))
      .map(([name, type]) => [ownPerPart.includes(name) ? toOwnName(part, name) : name, type] as const),
  );
  return z.object(Object.fromEntries(settings));
}

/** The variables that a deployment sets; `value` is undefined where it comes from a secret or a file. */
export type ProvidedSettings = Map<string, { value: string | undefined; isSecret: boolean }>;

/** Problems in the settings that one program, or a job of it, would start with. Each line begins with the variable. */
export function findSettingProblems(program: string, provided: ProvidedSettings, isJob = false): string[] {
  const complete = schemas[program];
  if (!complete) return [`${program} is not one of our programs`];
  const schema: z.ZodObject = isJob ? jobConfig : complete;
  const problems: string[] = [];
  const settings = new Map(describeSettings(schema).map((setting) => [setting.name, setting]));
  const seen = new Set<string>();
  for (const [variable, { value, isSecret }] of provided) {
    const name = settings.has(variable) ? variable : variable.replace(/_FILE$/, "");
    const setting = settings.get(name);
    if (!setting) {
      problems.push(`${variable} is not a setting of ${program}`);
      continue;
    }
    if (seen.has(name)) problems.push(`${name} is set twice`);
    seen.add(name);
    if (setting.secret && !isSecret) problems.push(`${variable} is a secret but is set in plain text`);
    const type = schema.shape[name] as z.ZodType | undefined;
    if (value === undefined || variable !== name || !type) continue;
    const issue = type.safeParse(value).error?.issues[0];
    if (issue) problems.push(`${variable}: ${issue.message}`);
  }
  for (const { name, required } of settings.values()) {
    if (required && !seen.has(name)) problems.push(`${name} is required by ${program} and is not set`);
  }
  return problems;
}
