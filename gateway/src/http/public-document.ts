import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getHeader } from "../request/headers.js";
import { computeHash, type ConstantText, sendWithConstantText } from "./constant-text.js";

const config = { isPublicDocument: true } as const;
/** Browsers may read these from any page: they contain nothing that is not public. The server card requires the headers. */
const corsHeaders = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET",
  "access-control-allow-headers": "Content-Type, If-None-Match, MCP-Protocol-Version",
  "access-control-expose-headers": "ETag",
};

export interface PublicDocument {
  path: string;
  type: string;
  /** A constant text is compressed once; everything else for each answer. */
  read: () => string | Buffer | ConstantText | Promise<ConstantText>;
  headers?: Record<string, string>;
}

/** `GET`, `HEAD` and the preflight of browsers for a document that needs no credential. */
export function registerPublicDocument(app: FastifyInstance, { path, type, read, headers = {} }: PublicDocument): void {
  app.get(path, { config, exposeHeadRoute: true }, async (request, reply) => {
    void reply.headers({ ...corsHeaders, ...headers });
    return sendDocument(request, reply, type, await read());
  });
  app.options(path, { config }, async (_request, reply) => reply.status(204).headers(corsHeaders).send());
}

async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  content: string | Buffer | ConstantText,
): Promise<FastifyReply> {
  const isConstant = typeof content === "object" && "text" in content;
  const hash = `"${isConstant ? content.hash() : computeHash(content)}"`;
  // A compressed answer has the weak form of the validator.
  void reply.headers({ "cache-control": "public, max-age=3600", etag: isConstant ? `W/${hash}` : hash });
  const known = getHeader(request, "if-none-match")?.split(",") ?? [];
  if (known.some((one) => one.trim().replace(/^W\//, "") === hash)) return reply.status(304).send();
  void reply.type(type);
  return isConstant ? sendWithConstantText(request, reply, ["", content, ""]) : reply.send(content);
}
