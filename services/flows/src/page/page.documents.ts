import { Readable } from "node:stream";
import { readFile } from "@tenant-ops/kit/data";
import { createDownloadHeaders } from "@tenant-ops/kit/http";
import { sendMissingPage } from "@tenant-ops/kit/pages";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getFileName } from "../documents/documents.rules.js";
import type { PageContext } from "./page-context.js";
import type { FlowFinder, RequestedFlow } from "./page.flows.js";
import { style } from "./page.html.js";

type Find = (request: FastifyRequest) => Promise<RequestedFlow | undefined>;

/** The documents that a page links now, as files to store. Earlier versions are for the business only. */
export function documentPages(
  pages: FastifyInstance,
  { scope, finder }: Pick<PageContext, "scope"> & { finder: FlowFinder },
): void {
  const bind = (path: string, find: Find) =>
    pages.route({
      method: ["GET", "HEAD"],
      url: `${path}/documents/:sha256`,
      config: { withoutCaller: true },
      handler: async (request, reply) => sendDocument(request, reply, await find(request)),
    });
  bind("/flow/:slug", (request) => finder.findActive(request));
  bind("/flow/:slug/test-runs/:token", (request) => finder.findTested(request));

  function sendDocument(
    request: FastifyRequest,
    reply: FastifyReply,
    requested: RequestedFlow | undefined,
  ): FastifyReply {
    const { sha256 } = request.params as { sha256: string };
    const document = requested?.flow.documents?.find((one) => one.sha256 === sha256);
    if (!requested || !document) return sendMissingPage(request, reply, style);
    void reply.headers(createDownloadHeaders(getFileName(document.kind, document), { bytes: document.bytes }));
    if (request.method === "HEAD") return reply.send();
    return reply.send(Readable.from(readFile(scope(requested.call), document)));
  }
}
