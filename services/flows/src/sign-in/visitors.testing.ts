import { createPassVerifier, type PassTarget } from "@tenant-ops/kit/call";
import { browserUserAgent, type FlowsTenant, send, type TestFlows } from "../testing.js";
import type { StandInWhatsApp } from "./whatsapp.testing.js";

/** The settings of a flows service that may reach stand-ins of providers on this machine. */
export const standInSettings = { EGRESS_ALLOW_HTTP: "true", EGRESS_ALLOW: "127.0.0.1/32", NODE_ENV: "test" };

export const signInPath = "/v1/public/flows/visitor-sign-in";

export const whatsAppSettings = (whatsapp: StandInWhatsApp, given: object = {}) => ({
  phoneNumberId: "105954558954427",
  accessToken: whatsapp.token,
  templateName: "verification_code",
  templateLanguage: "es_MX",
  ...given,
});

/** Sets the WhatsApp account of a business. */
export async function setWhatsApp(tenant: FlowsTenant, whatsapp: StandInWhatsApp, given: object = {}): Promise<void> {
  const answer = await send(tenant, "PUT", signInPath, { whatsapp: whatsAppSettings(whatsapp, given) });
  if (answer.status !== 200) throw new Error(`visitor sign-in: ${answer.status} ${JSON.stringify(answer.body)}`);
}

/** The pass in the address to which a registration leads. */
export const readPass = (flows: TestFlows, address: string | null, target: PassTarget) =>
  createPassVerifier(flows.publicKeys)(new URL(address ?? "").searchParams.get("pass") ?? "", target);

let visitorCount = 0;

/** The browser of a visitor: it keeps cookies by path, as browsers do. */
export function createBrowser(flows: TestFlows, { address = `198.51.100.${++visitorCount % 250}` } = {}) {
  const cookies = new Map<string, { value: string; path: string }>();
  const headers = { "user-agent": browserUserAgent, "x-client-address": address };
  const listCookies = (path: string) =>
    [...cookies].filter(([, cookie]) => path === cookie.path || path.startsWith(`${cookie.path}/`));

  async function request(method: string, path: string, form?: Record<string, string>) {
    const cookie = listCookies(path.split("?")[0] ?? "")
      .map(([name, { value }]) => `${name}=${value}`)
      .join("; ");
    const response = await fetch(`${flows.service.httpUrl}${path}`, {
      method,
      headers: { ...headers, ...(cookie && { cookie }) },
      redirect: "manual",
      ...(form && { body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, { value, path: /Path=([^;]+)/i.exec(line)?.[1] ?? "/" });
    }
    const location = response.headers.get("location");
    return { status: response.status, location, text: await response.text(), headers: response.headers };
  }

  const at = (slug: string, step = "") => `/flow/${slug}${step && `/sign-in/${step}`}`;
  return {
    cookies,
    get: (path: string) => request("GET", path),
    post: (path: string, form: Record<string, string> = {}) => request("POST", path, form),
    open: (slug: string) => request("GET", at(slug)),
    askForCode: (slug: string, phone?: string) =>
      request("POST", at(slug, "code"), phone === undefined ? {} : { phone }),
    enterCode: (slug: string, code: string) => request("POST", at(slug, "check"), { code }),
    goToProvider: (slug: string) => request("POST", at(slug, "provider"), {}),
    register: (slug: string, answers: Record<string, string>) => request("POST", at(slug), answers),
  };
}

export type TestBrowser = ReturnType<typeof createBrowser>;

/** Opens the page, gets a code and enters it. */
export async function proveByWhatsApp(
  browser: TestBrowser,
  whatsapp: StandInWhatsApp,
  slug: string,
  phone: string,
): Promise<void> {
  await browser.open(slug);
  const asked = await browser.askForCode(slug, phone);
  if (asked.status !== 303) throw new Error(`code: ${asked.status} ${asked.text}`);
  const entered = await browser.enterCode(slug, whatsapp.sent.at(-1)?.code ?? "");
  if (entered.status !== 303) throw new Error(`check: ${entered.status} ${entered.text}`);
}
