import { readFileSync } from "node:fs";
import * as z from "zod";

/**
 * Reads settings from the environment. `NAME_FILE` names a file that holds the value of `NAME`, as mounted secrets do. Blanks and line breaks around
 * a value are left out.
 * @throws Error that names every wrong or missing setting, not only the first
 */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  environment: NodeJS.ProcessEnv = process.env,
): z.infer<Schema> {
  const problems: string[] = [];
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    try {
      const value = readSetting(name, environment);
      if (value !== undefined) given[name] = value;
    } catch (error) {
      problems.push(`${name}_FILE: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const parsed = schema.safeParse(given);
  for (const issue of parsed.error?.issues ?? []) {
    const name = issue.path.join(".");
    // Its file could not be read, which is reported already.
    if (problems.some((problem) => problem.startsWith(`${name}_FILE`))) continue;
    problems.push(
      name in given ? `${name}: ${issue.message}` : `${name}: is missing. ${describeSetting(schema, name)}`,
    );
  }
  if (!parsed.success || problems.length > 0) {
    throw new Error(`These settings are wrong:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
  }
  return parsed.data;
}

function readSetting(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  const file = environment[`${name}_FILE`];
  // A Secret that was made from a file often ends with a line break, in a variable as in a file. An empty variable is an unset one: Compose and
  // Kubernetes write `NAME=` for "nothing".
  return file ? readFileSync(file, "utf8").trim() : environment[name]?.trim() || undefined;
}

function describeSetting(schema: z.ZodObject, name: string): string {
  const type = schema.shape[name] as z.ZodType | undefined;
  return type ? describe(type) : "";
}

/** Marks a setting as secret: tables of settings say so, and nothing prints its value. */
export function secret(description: string): z.ZodString {
  return z.string().min(1).describe(description).meta({ secret: true, description });
}

/** A base64url value of exactly this many bytes, as a Buffer. */
export function secretBytes(bytes: number, description: string) {
  return secret(description)
    .transform((text) => Buffer.from(text, "base64url"))
    .refine((value) => value.length === bytes, `must be ${bytes} bytes in base64url`);
}

/** Comma-separated base64url values of exactly this many bytes each, as Buffers. At least one. */
export function secretBytesList(bytes: number, description: string) {
  return secret(description)
    .transform((text) => text.split(",").map((part) => Buffer.from(part.trim(), "base64url")))
    .refine(
      (values) => values.every((value) => value.length === bytes),
      `must be ${bytes} bytes in base64url, or several such values separated by commas`,
    );
}

/** A port number; 0 takes a free port. */
export const port = (defaultValue: number, description: string) =>
  z.coerce.number().int().min(0).max(65_535).default(defaultValue).describe(description);

/** A duration or count given as a whole number. */
export const wholeNumber = (defaultValue: number, description: string) =>
  z.coerce.number().int().min(0).default(defaultValue).describe(description);

export interface SettingDescription {
  name: string;
  description: string;
  required: boolean;
  secret: boolean;
  defaultValue: string;
}

/** One row per setting, for the tables in the docs. */
export function describeSettings(schema: z.ZodObject): SettingDescription[] {
  return Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, type]) => {
    const absent = type.safeParse(undefined);
    const isSecret = isMarkedSecret(type);
    const value: unknown = absent.success && !isSecret ? absent.data : undefined;
    const defaultValue = value === undefined ? "" : toSettingText(value);
    return { name, description: describe(type), required: !absent.success, secret: isSecret, defaultValue };
  });
}

/** The text that would be set in the environment. */
function toSettingText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The description of a type, or of the type inside a transform or a default. */
function describe(type: z.ZodType): string {
  return type.description ?? readInner(type, describe) ?? "";
}

function isMarkedSecret(type: z.ZodType): boolean {
  return type.meta()?.["secret"] === true || readInner(type, isMarkedSecret) === true;
}

function readInner<T>(type: z.ZodType, look: (type: z.ZodType) => T): T | undefined {
  if (type instanceof z.ZodPipe) return look(type.in as z.ZodType);
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault) return look(type.unwrap() as z.ZodType);
  return undefined;
}

/** A transform from a parser that returns the entries of a setting, or a sentence that describes the error. */
export function parseEntries<Entry>(parse: (text: string) => Entry[] | string) {
  return (text: string, context: z.RefinementCtx): Entry[] => {
    const entries = parse(text);
    if (typeof entries !== "string") return entries;
    context.addIssue(entries);
    return z.NEVER;
  };
}
