import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as z from "zod";

/** The request that the Cloud API documents for a template of the category authentication. Any other field is an error. */
const requestSchema = z.strictObject({
  messaging_product: z.literal("whatsapp"),
  recipient_type: z.literal("individual"),
  to: z.string().regex(/^\d{8,15}$/),
  type: z.literal("template"),
  template: z.strictObject({
    name: z.string(),
    language: z.strictObject({ code: z.string() }),
    components: z.tuple([
      z.strictObject({ type: z.literal("body"), parameters: z.tuple([codeParameter()]) }),
      z.strictObject({
        type: z.literal("button"),
        sub_type: z.literal("url"),
        index: z.literal("0"),
        parameters: z.tuple([codeParameter()]),
      }),
    ]),
  }),
});

function codeParameter() {
  return z.strictObject({ type: z.literal("text"), text: z.string().min(1).max(15) });
}

export interface SentMessage {
  to: string;
  code: string;
  phoneNumberId: string;
  template: { name: string; language: string };
}

type Answer = { status: number; body: string } | "hang up";

/** The WhatsApp Cloud API on this machine. It checks each request against the documentation. */
export interface StandInWhatsApp {
  url: string;
  token: string;
  sent: SentMessage[];
  /** What it answers instead of accepting messages; undefined accepts them again. */
  answerWith(answer: Answer | undefined): void;
  /** Runs after a message has arrived and before it is answered. */
  beforeAnswer?: () => Promise<void>;
  close(): void;
}

export const whatsAppError = (status: number, code: number): Answer => ({
  status,
  body: JSON.stringify({ error: { message: "(#…) for +525512345678", type: "OAuthException", code, fbtrace_id: "x" } }),
});

export async function startWhatsApp(): Promise<StandInWhatsApp> {
  const token = `EAAG${"x".repeat(20)}${Math.random().toString(36).slice(2)}`;
  let instead: Answer | undefined;
  const isAuthorized = ({ authorization }: IncomingHttpHeaders) => authorization === `Bearer ${token}`;
  const standIn: StandInWhatsApp = {
    url: "",
    token,
    sent: [],
    answerWith: (answer) => (instead = answer),
    close: () => void server.close(),
  };
  async function respond(text: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, phoneNumberId = ""] = /^\/v24\.0\/(\d+)\/messages$/.exec(request.url ?? "") ?? [];
    const parsed = requestSchema.safeParse(text === "" ? undefined : JSON.parse(text));
    const isRight = request.method === "POST" && phoneNumberId !== "" && parsed.success;
    if (isRight && isAuthorized(request.headers) && !isError(instead)) {
      const { to, template } = parsed.data;
      const [body, button] = template.components;
      if (body.parameters[0].text === button.parameters[0].text) {
        const { name, language } = template;
        const code = body.parameters[0].text;
        standIn.sent.push({ to, code, phoneNumberId, template: { name, language: language.code } });
      }
    }
    await standIn.beforeAnswer?.();
    const accepted = { messaging_product: "whatsapp", contacts: [{}], messages: [{ id: "wamid.1" }] };
    const own: Answer = !isRight
      ? whatsAppError(400, 100)
      : isAuthorized(request.headers)
        ? { status: 200, body: JSON.stringify(accepted) }
        : whatsAppError(401, 190);
    const answer = instead ?? own;
    if (answer === "hang up") return void request.socket.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
  }

  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    request.on("end", () => void respond(text, request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v24.0`;
  return standIn;
}

const isError = (answer: Answer | undefined): boolean =>
  answer !== undefined && answer !== "hang up" && answer.status >= 400;
