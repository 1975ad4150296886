import type { FastifyInstance } from "fastify";

/** The content type of every file that is uploaded or downloaded: what a file is, its bytes tell. */
export const fileType = "application/octet-stream";

/** Makes the routes of this instance take files only, which handlers get as a stream; other bodies are refused with 415. */
export function acceptFilesOnly(app: FastifyInstance): FastifyInstance {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(fileType, (_request, payload, done) => done(null, payload));
  return app;
}

/** Headers with which a browser stores a file and neither shows nor runs it. @param name without quotes and control characters */
export function createDownloadHeaders(name: string, bytes: number): Record<string, string> {
  return {
    "content-type": fileType,
    "content-disposition": `attachment; filename="${name}"`,
    "content-length": String(bytes),
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
  };
}
