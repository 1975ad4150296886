import * as z from "zod";

// The rules of two published formats, so that tests need no network. Objects are strict: a misspelt name is found.

const name = z
  .string()
  .min(3)
  .max(200)
  .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
const shortText = z.string().min(1).max(100);
/** A range is refused by the registry. */
const version = z
  .string()
  .max(255)
  .regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
const remoteUrl = z.string().regex(/^(https?:\/\/[^\s]+|\{[a-zA-Z_][a-zA-Z0-9_]*\}[^\s]*)$/);

const input = z.strictObject({
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(["string", "number", "boolean", "filepath"]).optional(),
  value: z.string().optional(),
  default: z.string().optional(),
  placeholder: z.string().optional(),
  choices: z.array(z.string()).optional(),
});
const remote = z.strictObject({
  type: z.enum(["streamable-http", "sse"]),
  url: remoteUrl,
  headers: z.array(input.extend({ name: z.string(), variables: z.record(z.string(), input).optional() })).optional(),
  variables: z.record(z.string(), input).optional(),
});
const icon = z.strictObject({
  src: z.url(),
  mimeType: z.string().optional(),
  sizes: z.array(z.string().regex(/^(\d+x\d+|any)$/)).optional(),
  theme: z.enum(["light", "dark"]).optional(),
});
const repository = z.strictObject({
  url: z.url(),
  source: z.string(),
  id: z.string().optional(),
  subfolder: z.string().optional(),
});
const shared = {
  name,
  title: shortText.optional(),
  description: shortText,
  version,
  websiteUrl: z.url().optional(),
  repository: repository.optional(),
  icons: z.array(icon).optional(),
};

/** @see https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json/server.schema.json */
export const registryServerSchema = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  ...shared,
  remotes: z.array(remote).min(1),
});

/** @see https://github.com/modelcontextprotocol/experimental-ext-server-card/blob/main/schema.json */
export const serverCardSchema = z.strictObject({
  $schema: z.literal("https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json"),
  ...shared,
  remotes: z.array(remote.extend({ supportedProtocolVersions: z.array(z.string()) })).min(1),
});

/** @see https://github.com/Agent-Card/ai-catalog/blob/main/specification/ai-catalog.md */
export const aiCatalogSchema = z.strictObject({
  specVersion: z.literal("1.0"),
  entries: z.array(
    z.strictObject({ identifier: z.string().regex(/^urn:air:[^:]+:[^:]+:[^:]+$/), type: z.string(), url: z.url() }),
  ),
});
