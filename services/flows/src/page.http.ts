import { createHash, randomUUID } from "node:crypto";
import { type Call, createSystemCall, metadataKeys } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import { toRefusal } from "@tenant-ops/kit/errors";
import { normalizeFastifyError, getTraceparent } from "@tenant-ops/kit/http";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { checkAnswers } from "./answers.rules.js";
import { arrivalRecorder } from "./arrivals.js";
import type { FlowsConfig } from "./config.js";
import { languageOf } from "./countries.js";
import { dailySecrets } from "./daily-secret.js";
import { type Flow, findFlow } from "./flows.store.js";
import { cssSource } from "./page.css.js";
import { formPage, type FormView, type Message, messagePage, submissionName } from "./page.html.js";
import { type AskTarget, consoleUrl } from "./redirects.js";
import { findSlug } from "./slugs.store.js";
import type { Language } from "./texts.js";
import { withUtm } from "./urls.rules.js";
import { isBot, isCounted, visitorId } from "./visits.rules.js";

const path = "/flow/*";
const bodyBytesMax = 64 * 1024;
const pageMs = 9000;
const htmlType = "text/html; charset=utf-8";

interface PageTools {
  db: Database;
  config: FlowsConfig;
  askTarget: AskTarget;
  logger: Logger;
}

/** The page that visitors see. They have no credential: the slug leads to the business, and to that one only. */
export function pageHttp(app: FastifyInstance, { db, config, askTarget, logger }: PageTools): void {
  const record = arrivalRecorder(db);
  const secretOf = dailySecrets(db);
  const headers = pageHeaders(config);
  const readFlow = together((slug: string) => findPublicFlow(db, slug));

  void app.register(async (pages) => {
    // A form sends one kind of body; whatever else arrives is not from the page.
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser<string>(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: bodyBytesMax },
      (_request, body, done) => done(null, new URLSearchParams(body)),
    );
    pages.addHook("onRequest", async (_request, reply) => void reply.headers(headers));
    pages.setErrorHandler((error, request, reply) => {
      const { status, retryAfter } = toRefusal(normalizeFastifyError(error));
      if (status >= 500) logger.error({ err: error, requestId: requestIdOf(request) }, "flow page failed");
      if (retryAfter !== undefined) void reply.header("retry-after", String(retryAfter));
      return say(reply, status, visitorsLanguage(request), status >= 500 ? "failed" : "tooMuch");
    });

    pages.route({
      method: ["GET", "HEAD"],
      url: path,
      handler: async (request, reply) => {
        const found = await openFlow(request);
        if (!found) return say(reply, 404, visitorsLanguage(request), "missing");
        await countVisit(request, found);
        return reply.send(formPage(emptyForm(found.flow)));
      },
    });

    pages.post(path, async (request, reply) => {
      const found = await openFlow(request);
      if (!found) return say(reply, 404, visitorsLanguage(request), "missing");
      const { flow } = found;
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const { answers, problems } = checkAnswers(flow.registrationFields, form);
      if (problems.size > 0) {
        const submission = submissionOf(form) ?? randomUUID();
        return reply.status(422).send(formPage({ ...emptyForm(flow), typed: form, problems, submission }));
      }
      await register(request, found, answers, submissionOf(form));
      const address = await addressNow(found);
      if (!address) return say(reply, 200, languageOf(flow.country), "thanks");
      return reply.redirect(withUtm(address, flow), 303);
    });
  });

  interface Opened {
    flow: Flow;
    call: Call;
  }

  /** Unknown and switched off look the same from outside. */
  async function openFlow(request: FastifyRequest): Promise<Opened | undefined> {
    const { "*": slug } = request.params as { "*": string };
    if (slug.length > 80 || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) return undefined;
    const found = await readFlow(slug);
    if (!found?.flow.isActive) return undefined;
    const { flow, businessId } = found;
    const traceparent = getTraceparent(request);
    const given = {
      requestId: requestIdOf(request),
      deadline: Date.now() + pageMs,
      ...(traceparent && { traceparent }),
    };
    return { flow, call: createSystemCall(businessId, `flow page ${slug}`, given) };
  }

  async function countVisit(request: FastifyRequest, { flow, call }: Opened): Promise<void> {
    const { "sec-purpose": secPurpose, purpose, "x-moz": moz, "x-purpose": oldPurpose } = request.headers;
    const purposes = [secPurpose, purpose, moz, oldPurpose].map((value) => value?.toString());
    if (!isCounted({ method: request.method, userAgent: userAgentOf(request), purposes })) return;
    try {
      await record(call, { flowId: flow._id, visitor: await visitorOf(request, flow, call) });
    } catch (error) {
      // The visitor came for the page, not for our statistics.
      logger.warn({ err: error, requestId: call.requestId }, "visit not counted");
    }
  }

  async function register(
    request: FastifyRequest,
    { flow, call }: Opened,
    answers: Record<string, string>,
    submission: string | undefined,
  ): Promise<void> {
    const { _id: flowId, slug, redirect, source, medium, campaign, content } = flow;
    const registration = { flowId, slug, answers, redirect, utm: { source, medium, campaign, content } };
    // The same form with the same answers is the same registration; with other answers somebody corrected themselves.
    const digest = createHash("sha256").update(JSON.stringify(answers)).digest("base64url");
    const repeatable = submission
      ? { ...call, idempotencyKey: `${submission}|${digest}`, requestDigest: () => digest }
      : call;
    const visitor = isBot(userAgentOf(request)) ? undefined : await visitorOf(request, flow, call);
    await record(repeatable, { flowId, registration, ...(visitor && { visitor }) });
  }

  async function visitorOf(request: FastifyRequest, { slug }: Flow, { businessId }: Call) {
    const { secret, expiresAt } = await secretOf(new Date());
    // The gateway sets this header and drops the one a visitor may have sent.
    const address = request.headers["x-client-address"]?.toString() ?? request.ip;
    return { id: visitorId(secret, { businessId, slug, address, userAgent: userAgentOf(request) }), expiresAt };
  }

  /** Where to send somebody who has registered; undefined when that place is gone or switched off. */
  async function addressNow({ flow: { redirect }, call }: Opened): Promise<string | undefined> {
    try {
      const { status, url } = await askTarget(call, redirect);
      return status === "active" ? url : undefined;
    } catch (error) {
      // Nobody could say that it is gone, and the person is registered: the console's own page decides.
      logger.warn({ err: error, requestId: call.requestId }, "target not asked");
      const { type, targetId } = redirect;
      return type === "roulette" || type === "course" ? consoleUrl(config.CONSOLE_URL, type, targetId) : undefined;
    }
  }
}

/** The flow behind a public address. The slug leads to its business, and only that business's records are then read. */
async function findPublicFlow(db: Database, slug: string): Promise<{ flow: Flow; businessId: string } | undefined> {
  const row = await findSlug(db, slug);
  if (!row) return undefined;
  const { businessId } = row;
  const call = createSystemCall(businessId, "flow page", { deadline: Date.now() + pageMs });
  const flow = await findFlow(db.scope(call), slug);
  return flow ? { flow, businessId } : undefined;
}

/** A newsletter sends a thousand people to one page in one second: those who ask while a read is under way share it. */
function together<T>(read: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  return (name) => {
    const known = underWay.get(name);
    if (known) return known;
    const reading = read(name).finally(() => underWay.delete(name));
    underWay.set(name, reading);
    return reading;
  };
}

/**
 * Nothing but our own style sheet and our own form. `form-action` also holds for where the answer to the form leads, so it
 * has to allow every place to which a flow may redirect.
 */
function pageHeaders({
  CONSOLE_URL: console,
  FLOW_ALLOW_HTTP_LOOPBACK: allowHttp,
}: FlowsConfig): Record<string, string> {
  const targets = ["'self'", "https:"];
  if (console.startsWith("http:")) targets.push(new URL(console).origin);
  if (allowHttp) targets.push("http://localhost:*", "http://127.0.0.1:*");
  const policy = [
    "default-src 'none'",
    `style-src ${cssSource}`,
    `form-action ${targets.join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-type": htmlType,
    "content-security-policy": policy.join("; "),
    "x-content-type-options": "nosniff",
    // Not `no-referrer`: browsers then send the form with `Origin: null`, which nobody can tell from a foreign page.
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
  };
}

function emptyForm({ name, registrationFields: fields, country }: Flow): FormView {
  const submission = randomUUID();
  return {
    language: languageOf(country),
    name,
    fields,
    country,
    typed: new URLSearchParams(),
    problems: new Map(),
    submission,
  };
}

function say(reply: FastifyReply, status: number, language: Language, message: Message): FastifyReply {
  // Fastify forgets the type of an answer when an error comes between.
  return reply.status(status).type(htmlType).send(messagePage(language, message));
}

/** For pages that belong to no flow. */
function visitorsLanguage(request: FastifyRequest): Language {
  return /^\s*es\b/i.test(request.headers["accept-language"] ?? "") ? "es" : "en";
}

function submissionOf(form: URLSearchParams): string | undefined {
  const given = form.get(submissionName) ?? "";
  return /^[0-9a-f-]{36}$/.test(given) ? given : undefined;
}

function userAgentOf(request: FastifyRequest): string {
  return request.headers["user-agent"] ?? "";
}

function requestIdOf(request: FastifyRequest): string {
  return request.headers[metadataKeys.requestId]?.toString() ?? request.id;
}
