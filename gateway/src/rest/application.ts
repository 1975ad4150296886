import type { FastifyInstance, FastifyReply } from "fastify";
import { requireFewFormFields } from "../http/json-body.js";
import { getRequestState, markSecret } from "../request/request-state.js";
import { createServiceHeaders } from "./headers.js";

/** A form of the console has fewer. */
const formFieldsMax = 50;

/** The paths of the application. The console service answers all of them, also those that do not exist. */
export const applicationPaths = [
  "/",
  "/sign-in",
  "/sign-in/*",
  "/sign-out",
  "/invitation/*",
  "/connect",
  "/connect/*",
  "/profile",
  "/profile/*",
  "/b/*",
  "/assets/*",
  "/favicon.ico",
  "/v1/console/*",
];

type PassOn = (reply: FastifyReply, service: string, isPublic: boolean) => FastifyReply;

/** The pages, files and routes of people, on the host of the application. The console service reads the session cookie itself. */
export function registerApplication(app: FastifyInstance, passOn: PassOn): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "buffer" },
      async (_request: unknown, bytes: Buffer) => {
        requireFewFormFields(bytes, formFieldsMax);
        return bytes;
      },
    );
    for (const url of applicationPaths) {
      scope.route({
        method: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
        url,
        config: { caller: "person", host: "application", storedBy: "service" },
        onRequest: async (request) => {
          getRequestState(request).serviceHeaders = createServiceHeaders(request, undefined);
          markSecret(request);
        },
        handler: (_request, reply) => passOn(reply, "console", true),
      });
    }
  });
}
