import { browserUserAgent, readPages, type FlowsTenant, type SharedTestFlows, validAnswers } from "../testing.js";

/** A registration over REST. */
export interface ShownRegistration {
  _id: string;
  state: string;
  waitsFor: string | null;
  answers: Record<string, string>;
  files: { field: string; file: { _id: string; sha256: string; mediaType: string; bytes: number } | null }[];
  bankValidation: {
    status: string;
    reason: string;
    attempts: number;
    lastFailure: string;
    nextAt: string | null;
  } | null;
  completedAt: string | null;
}

export const documentFields = [
  { text: "Nombre", value: "first_name", isRequired: true },
  { text: "INE", value: "ine", type: "document", isRequired: true },
  { text: "Comprobante", value: "proof", type: "document" },
];

export const pdf = (size = 20) => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(size, 0xab)]);

export const readRegistrations = (tenant: FlowsTenant, slug: string, query = "limit=100") =>
  readPages<ShownRegistration>(tenant, `/v1/public/flows/${slug}/registrations?${query}`);

let visitorCount = 0;

/** A visitor with one browser, which keeps its cookies. */
export function createBrowserOf(
  flows: SharedTestFlows,
  { address = `198.51.100.${++visitorCount % 250}` }: { address?: string } = {},
) {
  const cookies = new Map<string, string>();

  async function send(method: string, path: string, body?: URLSearchParams | FormData): Promise<Response> {
    const headers: Record<string, string> = { "user-agent": browserUserAgent, "x-client-address": address };
    if (cookies.size > 0) headers["cookie"] = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const url = new URL(path, flows.service.httpUrl);
    const response = await fetch(url, { method, headers, redirect: "manual", ...(body !== undefined && { body }) });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name.includes("registration")) cookies.set(name, value);
    }
    return response;
  }

  return {
    cookies,
    send,
    open: (path: string, method = "GET") => send(method, path),
    submit: (slug: string, answers: Record<string, string> = validAnswers) =>
      send("POST", `/flow/${slug}`, new URLSearchParams(answers)),
    /** Sends the form and returns the path of what follows it. */
    async register(slug: string, answers: Record<string, string> = validAnswers): Promise<string> {
      const response = await send("POST", `/flow/${slug}`, new URLSearchParams(answers));
      const path = response.headers.get("location") ?? "";
      if (response.status !== 303 || !path.startsWith("/flow/")) throw new Error(`${response.status} ${path}`);
      return path;
    },
    upload(path: string, field: string, content: Uint8Array, name = "ine.pdf"): Promise<Response> {
      const form = new FormData();
      form.set("file", new Blob([new Uint8Array(content)]), name);
      return send("POST", `${path}/files/${field}`, form);
    },
    finish: (path: string) => send("POST", path, new URLSearchParams()),
  };
}

export const getIdOf = (path: string): string => path.split("/").at(-1) ?? "";
