import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { requireFewFormFields } from "../http/form-fields.js";
import { getHeader } from "../request/headers.js";

/** A refusal with the error code of RFC 6749 beside our own. */
export class OauthRefusal extends Error {
  constructor(
    readonly error: string,
    readonly refusal: Refusal,
  ) {
    super(refusal.detail);
  }
}

export function createOauthRefusal(error: string, detail: string): OauthRefusal {
  return new OauthRefusal(error, new Refusal("malformed_request", detail));
}

const requestSchema = z.object({
  grant_type: z.string().default(""),
  client_id: z.string().default(""),
  client_secret: z.string().default(""),
  scope: z.string().default(""),
  resource: z.string().default(""),
});

export type TokenRequest = z.infer<typeof requestSchema>;

/** A token request has five fields, and some clients send more. */
const formFieldsMax = 20;

/** @throws Refusal malformed_request for a form with too many fields */
export function parseForm(text: string): Record<string, string> {
  requireFewFormFields(text, formFieldsMax);
  return Object.fromEntries(new URLSearchParams(text));
}

/**
 * The body of a token request. The id and secret of HTTP Basic take precedence over those in the body.
 * @throws OauthRefusal
 */
export function parseTokenRequest(request: FastifyRequest, publicUrl: string): TokenRequest {
  const { success, data } = requestSchema.safeParse(request.body ?? {});
  if (!success) {
    throw createOauthRefusal("invalid_request", "grant_type, client_id and client_secret are strings in an object.");
  }
  const tokenRequest = { ...data, ...parseBasicCredentials(request) };
  requireClientCredentialsGrant(tokenRequest);
  requireOwnResource(tokenRequest, publicUrl);
  return tokenRequest;
}

function parseBasicCredentials(request: FastifyRequest): Partial<TokenRequest> {
  const [, basic] = /^Basic +(\S+)$/i.exec(getHeader(request, "authorization") ?? "") ?? [];
  if (!basic) return {};
  const [id = "", ...secret] = Buffer.from(basic, "base64").toString("utf8").split(":");
  return { client_id: decodeFormComponent(id), client_secret: decodeFormComponent(secret.join(":")) };
}

/** RFC 6749 2.3.1 encodes id and secret like a form. Not every client does; an id or key of ours has nothing to encode. */
function decodeFormComponent(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

function requireClientCredentialsGrant({ grant_type: grantType }: TokenRequest): void {
  if (grantType === "client_credentials") return;
  throw grantType === ""
    ? createOauthRefusal("invalid_request", "grant_type is missing: send client_credentials.")
    : createOauthRefusal("unsupported_grant_type", "The only grant_type is client_credentials.");
}

function requireOwnResource({ resource }: TokenRequest, publicUrl: string): void {
  if (!resource || resource === publicUrl || resource.startsWith(`${publicUrl}/`)) return;
  throw createOauthRefusal("invalid_target", "This resource is not served here.");
}
