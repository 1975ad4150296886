import { type RouteFacts, toFastifyPath } from "@tenant-ops/kit/http";
import contract from "@tenant-ops/rest/routes.json" with { type: "json" };
import type { FastifyInstance } from "fastify";
import type { AddressQuota } from "../limits/address-quota.js";
import { createInFlightLimit } from "../limits/in-flight-limit.js";
import { normalizeAddress, toRateLimitAddress } from "../request/client-address.js";
import { setServiceHeaders } from "./headers.js";
import { passOn } from "./pass-on.js";
import { requireUploadHeaders } from "./files.js";

/** The files of one address that this process passes on at once. */
const uploadsPerAddressMax = 2;

const formWithFile = "multipart/form-data";

/** The routes of a service that take a form with a file. */
export const listVisitorUploads = (service: string): RouteFacts[] =>
  contract.routes.filter((route) => route.service === service && route.bodyContentType === formWithFile);

/** Files that visitors send with a form of a page. They are passed on while they arrive, after all limits were checked. */
export function registerVisitorUploads(app: FastifyInstance, service: string, quota: AddressQuota): void {
  const own = listVisitorUploads(service);
  if (own.length === 0) return;
  const underWay = createInFlightLimit(uploadsPerAddressMax, "with files of this address");
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(formWithFile, (_request, payload, done) => done(null, payload));
    for (const { method, path, upload } of own) {
      if (!upload) throw new Error(`${path} does not say how long a file may be`);
      scope.route({
        method,
        url: toFastifyPath(path),
        config: { caller: "visitor", host: "public", storedBy: "service", isUpload: true },
        onRequest: async (request, reply) => {
          quota.consume(normalizeAddress(request.ip));
          requireUploadHeaders(request, upload, formWithFile);
          underWay.acquire(toRateLimitAddress(request.ip), reply);
          setServiceHeaders(request, undefined);
        },
        handler: (_request, reply) => passOn(reply, service, true, { isUpload: true }),
      });
    }
  });
}
