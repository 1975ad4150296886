import { toFastifyPath } from "@tenant-ops/kit/http";
import contract from "@tenant-ops/rest/routes.json" with { type: "json" };
import { storedWithoutCaller } from "@tenant-ops/rest/budgets";
import type { FastifyContextConfig, FastifyInstance } from "fastify";
import { registerFormParser } from "../http/json-body.js";
import { pagePaths } from "../http/refused-pages.js";
import { markSecret } from "../request/request-state.js";
import { isRead } from "./access.js";
import { setServiceHeaders } from "./headers.js";
import { passOn } from "./pass-on.js";
import { listVisitorUploads } from "./visitor-uploads.js";

/** A form has up to 30 answers and a few fields of the page. */
const visitorFieldsMax = 100;
/** A form of the console has fewer. */
const consoleFieldsMax = 50;

interface Page {
  url: string;
  methods: string[];
}

/** The pages of a service that need no credential, and of the console the routes of people: it reads the session cookie itself. */
export function registerPages(app: FastifyInstance, service: string): void {
  const isConsole = service === "console";
  const pages = isConsole ? listConsolePages() : listVisitorPages(service);
  if (pages.length === 0) return;
  const config: FastifyContextConfig = isConsole
    ? { caller: "person", host: "application", storedBy: "service" }
    : { caller: "visitor", host: "public", storedBy: "service" };
  void app.register(async (scope) => {
    // A form is passed on unread, unless it has more fields than any page; the service parses it.
    registerFormParser(scope, isConsole ? consoleFieldsMax : visitorFieldsMax, (form) => form);
    for (const { url, methods } of pages) {
      scope.route({
        method: methods,
        url,
        config,
        onRequest: async (request) => {
          setServiceHeaders(request, undefined);
          if (isConsole || !isRead(request.method)) markSecret(request);
        },
        handler: (_request, reply) => passOn(reply, service, true),
      });
    }
  });
}

function listVisitorPages(service: string): Page[] {
  const path = pagePaths[service];
  if (path === undefined) return [];
  // Forms with a file are passed on in another way.
  const uploads = new Set(listVisitorUploads(service).map((route) => toFastifyPath(route.path)));
  return listDeclaredPages(service).filter(({ url }) => url.startsWith(`${path}/`) && !uploads.has(url));
}

function listConsolePages(): Page[] {
  const ofPeople = contract.personRoutes.filter(({ service }) => service === "console");
  return [
    ...listDeclaredPages("console").filter(({ url }) => !url.startsWith("/oauth/")),
    ...ofPeople.map(({ method, path }) => ({ url: toFastifyPath(path), methods: [method] })),
  ];
}

/**
 * The routes of a service that need no credential, with the methods that it takes: other methods are refused here, before their body is read, with
 * exactly those in `Allow`.
 */
function listDeclaredPages(service: string): Page[] {
  const declared: Readonly<Record<string, object>> = storedWithoutCaller;
  const methods = new Map<string, string[]>();
  for (const name of Object.keys(declared[service] ?? {})) {
    const [method = "", url = ""] = name.split(" ");
    methods.set(url, [...(methods.get(url) ?? []), method]);
  }
  return [...methods].map(([url, taken]) => ({ url, methods: taken }));
}
