import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

export interface BankRequest {
  id: string;
  body: {
    registrationId: string;
    slug: string;
    answers: Record<string, string>;
    test: boolean;
    callbackUrl: string;
  };
  /** Whether one of the signatures was made with the secret of the stand-in. */
  isSigned: boolean;
  headers: IncomingMessage["headers"];
}

type Answer = (request: BankRequest, response: ServerResponse) => void;

/** A stand-in for a bank: records the requests, checks their signatures, and answers as the test says. */
export interface BankStandIn {
  url: string;
  requests: BankRequest[];
  secret: string;
  answer: Answer;
  answerWith(content: object): void;
  of(registrationId: string): BankRequest[];
  close(): void;
}

export const json =
  (content: unknown, status = 200): Answer =>
  (_request, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(content));

export async function startBankStandIn(): Promise<BankStandIn> {
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      const received = {
        id: String(request.headers["webhook-id"]),
        body: JSON.parse(text) as BankRequest["body"],
        isSigned: isSigned(bank.secret, text, request.headers),
        headers: request.headers,
      };
      bank.requests.push(received);
      bank.answer(received, response);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const bank: BankStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/validate`,
    requests: [],
    secret: "",
    answer: json({ status: "approved" }),
    answerWith: (content) => void (bank.answer = json(content)),
    of: (registrationId) => bank.requests.filter(({ body }) => body.registrationId === registrationId),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return bank;
}

function isSigned(secret: string, text: string, headers: IncomingMessage["headers"]): boolean {
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/** The headers with which a bank signs a callback. */
export function signCallback(secret: string, id: string, body: string, at = new Date()): Record<string, string> {
  return {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, at, body),
  };
}
