import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { addVary, chooseEncoding } from "./compression.js";

/** A long text that many replies contain unchanged. It is compressed once. */
export interface ConstantText {
  readonly text: string;
  /** Hashing a long text for every request would cost more than sending it. */
  hash(): string;
  /** Without an end, so that a reply can continue after it. */
  deflate(): Promise<Buffer>;
}

const deflate = promisify(deflateRaw);
/** A block that is not compressed has at most 65,535 bytes. */
const storedBytesMax = 0xffff;

export function createConstantText(text: string): ConstantText {
  let deflated: Promise<Buffer> | undefined;
  let hash: string | undefined;
  return {
    text,
    hash: () => (hash ??= computeHash(text)),
    deflate: () => (deflated ??= deflate(text, { level: 9, finishFlush: constants.Z_FULL_FLUSH })),
  };
}

/** For the header `etag`. */
export function computeHash(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}

/** Sends `before`, the constant text and `after` as one reply. Only the first caller waits for the compression. */
export async function sendWithConstantText(
  request: FastifyRequest,
  reply: FastifyReply,
  [before, constant, after]: [before: string, constant: ConstantText, after: string],
): Promise<FastifyReply> {
  if (chooseEncoding(request) !== "gzip" || Buffer.byteLength(after) > storedBytesMax)
    return reply.send(before + constant.text + after);
  addVary(reply);
  return reply.header("content-encoding", "gzip").send(await writeGzip(before, constant, after));
}

/**
 * One gzip member of three parts, of which only the constant one is compressed. Several members would be simpler, but common
 * clients read only the first one.
 * @see https://www.rfc-editor.org/rfc/rfc1952 and, for the blocks, https://www.rfc-editor.org/rfc/rfc1951#section-3.2.4
 */
async function writeGzip(before: string, constant: ConstantText, after: string): Promise<Buffer> {
  const [head, tail] = [Buffer.from(before), Buffer.from(after)];
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(tail, crc32(constant.text, crc32(head))), 0);
  trailer.writeUInt32LE(head.length + Buffer.byteLength(constant.text) + tail.length, 4);
  const deflated = await constant.deflate();
  return Buffer.concat([gzipHeader, ...writeStored(head, false), deflated, ...writeStored(tail, true), trailer]);
}

/** Deflate, no flags, no time, unknown operating system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

function writeStored(bytes: Buffer, isLast: boolean): [Buffer, Buffer] {
  const header = Buffer.alloc(5);
  header.writeUInt8(isLast ? 1 : 0, 0);
  header.writeUInt16LE(bytes.length, 1);
  header.writeUInt16LE(bytes.length ^ storedBytesMax, 3);
  return [header, bytes];
}
