import { existsSync } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { Database } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import { defineNoun } from "@tenant-ops/kit/process";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { ConsoleContext } from "../context.js";
import { listMembershipsOfPerson } from "../members/members.store.js";
import { untilExpiry } from "../retentions.js";
import { findSignedIn } from "../sessions/find-session.js";
import { findKeptFile, keptFileIndexes, startKeepingFiles } from "./kept-files.js";
import type { Session } from "../sessions/sessions.rules.js";

/** The build of Vite: next to the program in an image, otherwise in the folder of the application (the same path from `src` and `dist`). */
const [inImage, inCheckout] = ["./web/", "../../web/dist/"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const builtFiles = inImage && existsSync(inImage) ? inImage : String(inCheckout);
const assetsFolder = join(builtFiles, "assets");

/** @returns how to stop */
export function startKeepingApplication(db: Database, logger: Logger): () => Promise<void> {
  // Tests of this service alone may run without a build of the application.
  return existsSync(assetsFolder) ? startKeepingFiles(db, logger, assetsFolder) : async () => undefined;
}

/** The page of the application may load its own scripts and styles and call its own server, nothing else. */
const createHeaders = (publicPagesUrl: string) => ({
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    // For previews of flows, which are pages of another host and get no session cookie.
    `frame-src ${new URL(publicPagesUrl).origin}`,
    "frame-ancestors 'none'",
  ].join("; "),
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "cross-origin-opener-policy": "same-origin",
  "cache-control": "no-store",
});

/** The files of the browser application, and the page that loads them for people who are signed in. */
export const application = defineNoun({
  collections: {
    applicationFiles: {
      indexes: keptFileIndexes,
      retention: untilExpiry,
      ofBusiness: "none",
      personal: "Scripts and styles of the application.",
    },
  },

  http(app, _, { db, cookie, config }: ConsoleContext) {
    const headers = createHeaders(config.CONSOLE_URL);
    void app.register(async (scope) => {
      scope.addHook("onRoute", (route) => {
        route.config = { ...route.config, withoutCaller: true };
      });
      await serveFiles(scope, db);
      scope.get("/", async (request, reply) => redirectToBusiness(await findSignedIn(db, cookie, request), db, reply));
      for (const url of ["/b/*", "/profile", "/profile/*"]) {
        scope.get(url, async (request, reply) => {
          if (!(await findSignedIn(db, cookie, request)))
            return reply.redirect(`/sign-in?return=${encodeURIComponent(request.url)}`, 303);
          return reply.headers(headers).sendFile("index.html", builtFiles, { cacheControl: false });
        });
      }
    });
  },
});

async function serveFiles(scope: FastifyInstance, db: Database): Promise<void> {
  // Tests of this service alone may run without a build of the application.
  if (existsSync(builtFiles))
    await scope.register(fastifyStatic, {
      root: assetsFolder,
      // The names of files contain a hash of their content. `.br` and `.gz` beside each file are from the build.
      preCompressed: true,
      immutable: true,
      maxAge: "365d",
      index: false,
      // The route below, so that a file that this version does not have is looked up among those of others.
      serve: false,
    });
  scope.get<{ Params: { name: string } }>("/assets/:name", async ({ params: { name } }, reply) => {
    const isName = /^\w[\w.-]{0,199}$/.test(name);
    if (isName && (await isBuilt(name))) return reply.sendFile(name);
    const kept = isName ? await findKeptFile(db, name) : undefined;
    if (!kept)
      throw new Refusal("route_not_found", "This file belongs to no version of the application that is in use.");
    return reply.headers({ "cache-control": "public, max-age=31536000, immutable" }).type(kept.type).send(kept.content);
  });
}

/** Looked up at each request, so that a new build of the application needs no restart. */
const isBuilt = (name: string): Promise<boolean> =>
  access(join(assetsFolder, name)).then(
    () => true,
    () => false,
  );

/** The business that a person joined first; the application offers the others. */
async function redirectToBusiness(
  session: Session | undefined,
  db: Database,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!session) return reply.redirect("/sign-in", 303);
  const [first] = await listMembershipsOfPerson(db, session.personId);
  return reply.redirect(first ? `/b/${first.businessId}` : "/profile", 303);
}
