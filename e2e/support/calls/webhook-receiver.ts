import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedRequest {
  headers: Record<string, string>;
  body: string;
}

/** An endpoint on this machine that answers 204 and keeps what it received. */
export async function startWebhookReceiver() {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      requests.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { url, requests, close: () => void server.close() };
}
