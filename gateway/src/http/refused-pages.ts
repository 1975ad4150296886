import type { Refusal } from "@tenant-ops/kit/errors";
import { createPageStyle, formBytesMax, keepsForm, sendRefusedPage } from "@tenant-ops/kit/pages";
import type { FastifyReply, FastifyRequest } from "fastify";
import { getHeader } from "../request/headers.js";

/** The public pages of each service begin with this. */
export const pagePaths: Readonly<Record<string, string>> = {
  flows: "/flow",
  roulettes: "/roulette",
  learning: "/course",
};

/** The time that a refused form has to arrive. Its headers have arrived, and it is small. */
const formMs = 2000;

const style = createPageStyle();
/** A form that is sent again may lead to any address that a page of a service may lead to. */
const formTargets = ["https:", "http:"];

/**
 * Whether a person in a browser sees the answer: one of a public page, one who opens a page of the console, or one who has mistyped an address. Under
 * `/v1/` there are no pages: who opens it is a developer.
 */
export function isForBrowser(request: FastifyRequest): boolean {
  if (isPublicPage(request)) return true;
  const accepts = getHeader(request, "accept") ?? "";
  const isMistyped = request.is404 && !request.url.startsWith("/v1/");
  return (isMistyped || request.routeOptions.config?.caller === "person") && accepts.includes("text/html");
}

function isPublicPage({ url }: FastifyRequest): boolean {
  return Object.values(pagePaths).some((path) => url.startsWith(path) && /^(?:[/?]|$)/.test(url.slice(path.length)));
}

/** Each form that is kept is work for a request that was refused, so there is a limit. */
export type MayKeepForm = (request: FastifyRequest) => boolean;

/** Answers with a page instead of our error body. The form of a public page is kept in it. */
export async function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  mayKeepForm: MayKeepForm | undefined,
): Promise<FastifyReply> {
  const isKept = keepsForm(refusal) && isPublicPage(request) && hasForm(request) && mayKeepForm?.(request);
  const form = isKept ? await readForm(request) : undefined;
  return sendRefusedPage(request, reply, refusal, { style, formTargets, form });
}

function hasForm(request: FastifyRequest): boolean {
  const [type = ""] = (getHeader(request, "content-type") ?? "").split(";");
  const isForm = type.trim().toLowerCase() === "application/x-www-form-urlencoded";
  return request.method === "POST" && isForm && getHeader(request, "content-encoding") === undefined;
}

async function readForm(request: FastifyRequest): Promise<URLSearchParams | undefined> {
  const bytes = Buffer.isBuffer(request.body) ? request.body : await readBody(request);
  return bytes && new URLSearchParams(bytes.toString("utf8"));
}

/** The body of a request that was refused before it was read; undefined when it is too long, or not there in time. */
function readBody({ raw, headers }: FastifyRequest): Promise<Buffer | undefined> {
  const length = Number(headers["content-length"]);
  if (!(length <= formBytesMax) || raw.readableEnded) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const timer = setTimeout(() => resolve(undefined), formMs);
    raw.on("data", (part: Buffer) => parts.push(part));
    raw.once("end", () => resolve(Buffer.concat(parts)));
    raw.once("close", () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}
