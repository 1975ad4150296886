import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
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
  code: z.string().default(""),
  redirect_uri: z.string().default(""),
  code_verifier: z.string().default(""),
  refresh_token: z.string().default(""),
});

const grantTypes = ["authorization_code", "refresh_token", "client_credentials"] as const;
export type GrantType = (typeof grantTypes)[number];

type Fields = z.infer<typeof requestSchema>;
export type TokenRequest = Omit<Fields, "grant_type"> & { grantType: GrantType };

/**
 * The body of a token request. The id and secret of HTTP Basic take precedence over those in the body.
 * @throws OauthRefusal
 */
export function parseTokenRequest(request: FastifyRequest, publicUrl: string): TokenRequest {
  const { success, data } = requestSchema.safeParse(request.body ?? {});
  if (!success) {
    throw createOauthRefusal("invalid_request", "grant_type, client_id and the others are strings in an object.");
  }
  const { grant_type: given, ...fields } = data;
  const grantType = parseGrantType(given);
  requireOwnResource(fields, publicUrl);
  return { ...fields, ...parseBasicCredentials(request), grantType };
}

function parseBasicCredentials(request: FastifyRequest): Partial<Pick<Fields, "client_id" | "client_secret">> {
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

function parseGrantType(given: string): GrantType {
  const found = grantTypes.find((grantType) => grantType === given);
  if (found) return found;
  const names = grantTypes.join(", ");
  throw given === ""
    ? createOauthRefusal("invalid_request", `grant_type is missing: send one of ${names}.`)
    : createOauthRefusal("unsupported_grant_type", `grant_type must be one of ${names}.`);
}

function requireOwnResource({ resource }: Pick<Fields, "resource">, publicUrl: string): void {
  if (!resource || resource === publicUrl || resource.startsWith(`${publicUrl}/`)) return;
  throw createOauthRefusal("invalid_target", "This resource is not served here.");
}
