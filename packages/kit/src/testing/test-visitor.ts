import type { FastifyReply } from "fastify";
import type { VisitorPass } from "../call/visitor-pass.js";
import { newId } from "../data/ids.js";
import type { VisitorDetails } from "../pages/cookies.js";
import type { IssuePass } from "../pages/pass-issuer.js";

export type TestPass = Omit<VisitorPass, "jti">;

/** A browser that keeps cookies by path, and follows a redirect only when it is asked to. */
export interface TestVisitor {
  get(pathOrUrl: string, options?: { method?: string; headers?: Record<string, string> }): Promise<Response>;
  post(pathOrUrl: string, form?: Record<string, string>): Promise<Response>;
  /** What flows does after a registration: stores the cookie of a pass and returns the address with the pass. */
  receivePass(path: string, pass: TestPass, details?: VisitorDetails): string;
  /** The cookies of a path, such as `visitor-rlt_…=…; pass-…=…`. */
  cookieHeader(path: string): string;
  /** Another browser with the same cookies. */
  copyCookies(): [string, string][];
}

interface VisitorOptions {
  httpUrl: string;
  issuePass: IssuePass;
}

export function createTestVisitor(
  { httpUrl, issuePass }: VisitorOptions,
  cookies: [string, string][] = [],
): TestVisitor {
  /** Values by name and path. */
  const jar = new Map(cookies);
  const store = (setCookie: string) => {
    const [pair = "", ...attributes] = setCookie.split("; ");
    const path = attributes.find((attribute) => attribute.startsWith("Path="))?.slice(5) ?? "";
    const [name, value = ""] = pair.split("=");
    if (attributes.includes("Max-Age=0")) jar.delete(`${name} ${path}`);
    else jar.set(`${name} ${path}`, value);
  };
  const cookieHeader = (path: string) =>
    [...jar].flatMap(([key, value]) => (key.endsWith(` ${path}`) ? [`${key.split(" ")[0]}=${value}`] : [])).join("; ");
  const send = async (pathOrUrl: string, options: RequestInit) => {
    const url = new URL(pathOrUrl, httpUrl);
    const cookie = cookieHeader(url.pathname);
    const headers = { ...(cookie && { cookie }), ...(options.headers as Record<string, string>) };
    const response = await fetch(url, { ...options, headers, redirect: "manual" });
    response.headers.getSetCookie().forEach(store);
    return response;
  };
  return {
    get: (pathOrUrl, { method = "GET", headers = {} } = {}) => send(pathOrUrl, { method, headers }),
    post: (pathOrUrl, form = {}) => send(pathOrUrl, { method: "POST", body: new URLSearchParams(form) }),
    receivePass: (path, pass, details = {}) => {
      const reply = { header: (_name: string, value: string) => store(value) } as unknown as FastifyReply;
      return issuePass(reply, `${httpUrl}${path}`, pass, details);
    },
    cookieHeader,
    copyCookies: () => [...jar],
  };
}

/** A pass of a new registration of a new visitor. */
export const createTestPass = (
  businessId: string,
  target: TestPass["target"],
  given: Partial<TestPass> = {},
): TestPass => ({
  businessId,
  slug: "verano",
  registrationId: newId("reg"),
  visitorId: newId("vis"),
  isVerified: false,
  provenContact: [],
  target,
  ...given,
});
