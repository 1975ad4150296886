import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Logger } from "../telemetry/logger.js";

/** The content type of every file that is uploaded or downloaded. The real type is detected from the bytes. */
export const fileType = "application/octet-stream";
/** The content type of an archive, which is created while it is sent. */
export const archiveType = "application/zip";

/** Makes the routes of this instance take files only, which handlers get as a stream; other bodies are refused with 415. */
export function acceptFilesOnly(app: FastifyInstance): FastifyInstance {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(fileType, (_request, payload, done) => done(null, payload));
  return app;
}

/**
 * A file that is created while it is sent. At most one part is buffered: a stream of objects would read sixteen ahead. When the connection is closed,
 * no further part is read. After a failure the download is aborted, which the caller sees; the status was sent before, so only the log has the
 * reason.
 */
export function createByteStream(parts: AsyncIterable<Buffer | string>, logger: Logger): Readable {
  const stream = Readable.from(parts, { objectMode: false });
  return stream.once("error", (err) => logger.warn({ err }, "a download failed and was cut off"));
}

/**
 * Headers with which a browser stores a file and neither shows nor runs it.
 * @param name without quotes and control characters
 * @param options.bytes absent when it is not known yet
 */
export function createDownloadHeaders(
  name: string,
  { bytes, contentType = fileType }: { bytes?: number; contentType?: string } = {},
): Record<string, string> {
  return {
    "content-type": contentType,
    "content-disposition": `attachment; filename="${name}"`,
    ...(bytes !== undefined && { "content-length": String(bytes) }),
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  };
}
