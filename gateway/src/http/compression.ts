import { type Transform, pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import { negotiate } from "@fastify/accept-negotiator";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getHeader } from "../request/headers.js";

type Encoding = "gzip" | "br";

/** In the order of preference: for our JSON, gzip is as small as Brotli of the same speed. */
const encodings: Encoding[] = ["gzip", "br"];
/** Shorter replies fit into one packet in any case. */
const compressedBytesMin = 1024;
/** zlib shares libuv's four threads with name lookups and file reads. Above this number, replies are sent uncompressed. */
const runningMax = 2;
// Brotli's default quality of 11 takes a hundred times as long.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const compressibleType = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml)\b|image\/svg)/;
const compressBytes = { gzip: promisify(gzip), br: promisify(brotliCompress) };
const createCompressor: Record<Encoding, () => Transform> = {
  gzip: () => createGzip(),
  br: () => createBrotliCompress(brotliOptions),
};

/**
 * Compresses replies of 1 KB and more where the caller accepts it, off the event loop. Replies that contain a key or a token are not compressed: the
 * compressed length would reveal something about the secret to a caller that can choose a part of the reply (BREACH, CVE-2013-3587). Event streams
 * are not delayed by a compressor.
 */
export function registerCompression(app: FastifyInstance): void {
  let running = 0;
  const finish = () => void (running -= 1);
  const begun = new WeakSet<FastifyReply>();

  app.addHook("onSend", (request, reply, payload: unknown, done): Promise<unknown> | void => {
    // A stream that broke before its first byte is replaced by an error.
    if (begun.delete(reply)) void reply.removeHeader("content-encoding");
    // Most replies are short: they do not wait.
    if (!isCompressible(request, reply, payload)) return done(null, payload);
    return compressPayload(request, reply, payload);
  });

  async function compressPayload(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    addVary(reply);
    const encoding = chooseEncoding(request);
    if (!encoding || request.method === "HEAD" || running >= runningMax) return payload;
    running += 1;
    if (payload instanceof Readable) {
      setCompressedHeaders(reply, encoding);
      begun.add(reply);
      const compressor = createCompressor[encoding]().once("close", finish);
      // An error of either stream destroys both, and Fastify then ends the connection.
      pipeline(payload, compressor, () => {});
      return compressor;
    }
    try {
      const compressed = await compress(payload as string | Buffer, encoding);
      setCompressedHeaders(reply, encoding);
      return compressed;
    } finally {
      finish();
    }
  }
}

/** The encoding that the caller prefers among ours; undefined when it accepts none. */
export function chooseEncoding(request: FastifyRequest): Encoding | undefined {
  return negotiate(getHeader(request, "accept-encoding")?.toLowerCase() ?? "", encodings) ?? undefined;
}

/** For the headers of a reply that is compressed already, and of one that is not because of the caller's headers. */
export function addVary(reply: FastifyReply): void {
  const present = [reply.getHeader("vary") ?? []].flat().join(", ");
  if (!/accept-encoding|\*/i.test(present))
    void reply.header("vary", present ? `${present}, Accept-Encoding` : "Accept-Encoding");
}

function isCompressible(request: FastifyRequest, reply: FastifyReply, payload: unknown): boolean {
  const [type, cacheControl] = ["content-type", "cache-control"].map((name) => String(reply.getHeader(name) ?? ""));
  return (
    request.gatewayState?.hasSecret !== true &&
    compressibleType.test(type ?? "") &&
    !/no-transform/.test(cacheControl ?? "") &&
    reply.statusCode !== 206 &&
    !reply.hasHeader("content-encoding") &&
    getLength(reply, payload) >= compressedBytesMin
  );
}

/** Bytes of the reply; Infinity for a stream that does not say. */
function getLength(reply: FastifyReply, payload: unknown): number {
  if (typeof payload === "string" || Buffer.isBuffer(payload)) return Buffer.byteLength(payload);
  if (!(payload instanceof Readable)) return 0;
  const length = reply.getHeader("content-length");
  return length === undefined ? Infinity : Number(length);
}

function compress(payload: string | Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === "br" ? compressBytes.br(payload, brotliOptions) : compressBytes.gzip(payload);
}

function setCompressedHeaders(reply: FastifyReply, encoding: Encoding): void {
  void reply.header("content-encoding", encoding).removeHeader("content-length");
  const etag = reply.getHeader("etag");
  // The compressed bytes are another representation, which a strong validator would call the same.
  if (typeof etag === "string" && !etag.startsWith("W/")) void reply.header("etag", `W/${etag}`);
}
