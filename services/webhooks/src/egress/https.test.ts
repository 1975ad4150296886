import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls, { TLSSocket } from "node:tls";
import { type CertificateFile, createAuthority, createCertificate } from "@tenant-ops/kit/testing";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  startServer,
  type LogEntry,
  type NameServer,
  post,
  registerEndpoint,
  waitForAttempt,
  waitForFinalLog,
  startNameServer,
  startWebhooks,
  type WebhookService,
} from "../testing.js";

const folder = mkdtempSync(join(tmpdir(), "webhook-https-"));
const [trusted, unknown] = [createAuthority(folder, "trusted"), createAuthority(folder, "unknown")];
const name = "shop.example.com";
// Resolved at registration and by the attempt. A third look-up would give an address without a server.
const addressesByName: Record<string, (count: number) => string[]> = {
  [name]: () => ["127.0.0.1"],
  "once.example.com": (count) => (count <= 2 ? ["127.0.0.1"] : ["127.0.0.2"]),
};

let stopTrusting: () => void = () => undefined;
let names: NameServer;
let service: WebhookService;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  stopTrusting = trustInThisProcess(trusted.cert);
  names = await startNameServer((question, count) => addressesByName[question]?.(count) ?? []);
  service = await startWebhooks({
    // As in production: https only.
    WEBHOOK_ALLOW_HTTP: "false",
    WEBHOOK_DNS_SERVERS: names.address,
    WEBHOOK_RETRY_SCHEDULE: "1h",
  });
  closing.push(
    () => names.close(),
    () => service.close(),
  );
});
afterAll(async () => {
  try {
    for (const close of closing.toReversed()) await close();
  } finally {
    stopTrusting();
    rmSync(folder, { recursive: true });
  }
});

describe("a receiver with https", () => {
  test("with a certificate for its name gets the request under its name, at the address that was checked", async () => {
    const shop = await startHttps(createSite(trusted, "once.example.com"));
    const tenant = service.newTenant();
    const { _id: endpointId, secret } = await registerEndpoint(tenant, {
      url: `https://once.example.com:${shop.port}/hook?a=1`,
    });
    await post(tenant, `/endpoints/${endpointId}/ping`);

    expect(await waitForFinalLog(tenant, 1)).toMatchObject([{ status: "delivered", deliveryAttempt: 1 }]);
    const [request] = shop.requests;
    expect(request).toMatchObject({
      serverName: "once.example.com",
      line: "POST /hook?a=1",
      headers: { host: `once.example.com:${shop.port}` },
    });
    expect(new Webhook(secret).verify(request?.body ?? "", request?.headers ?? {})).toMatchObject({
      type: "webhook.ping",
    });
    const questions = names.questions.filter((question) => question.endsWith(" once.example.com"));
    expect(questions.toSorted()).toEqual(["A", "A", "AAAA", "AAAA"].map((type) => `${type} once.example.com`));
  });

  test.each([
    ["for another name", () => createSite(trusted, "other.example.com")],
    ["for its address only", () => createSite(trusted, "127.0.0.1", "IP")],
    ["of an unknown authority", () => createSite(unknown, name)],
    ["signed by itself", () => createAuthority(newFolder(), name, `subjectAltName=DNS:${name}`)],
    ["that is not for servers", () => createSite(trusted, name, "DNS", "extendedKeyUsage=clientAuth")],
  ])("and a certificate %s gets nothing, and the log shows tls", async (_, create) => {
    const shop = await startHttps(create());
    const tenant = service.newTenant();
    const { _id: endpointId } = await registerEndpoint(tenant, { url: `https://${name}:${shop.port}/` });
    const { body } = await post<LogEntry>(tenant, `/endpoints/${endpointId}/ping`);
    const { attempts } = await waitForAttempt(tenant, body.traceId);
    expect(attempts).toMatchObject([{ attempt: 1, error: "tls" }]);
    expect(shop.requests).toEqual([]);
  });
});

/**
 * Does what NODE_EXTRA_CA_CERTS does at the start of a process. Node 20 cannot add an authority later, so this adds it to the
 * context of each connection.
 * @returns how to undo it
 */
function trustInThisProcess(certFile: string): () => void {
  const certificate = readFileSync(certFile);
  const original = tls.createSecureContext;
  const spy = vi.spyOn(tls, "createSecureContext").mockImplementation((options) => {
    const context = original(options);
    if (!options?.ca) (context.context as { addCACert(certificate: Buffer): void }).addCACert(certificate);
    return context;
  });
  return () => spy.mockRestore();
}

interface ReceivedRequest {
  serverName: string | false | null | undefined;
  line: string;
  headers: Record<string, string>;
  body: string;
}

async function startHttps({ cert, key }: CertificateFile) {
  const requests: ReceivedRequest[] = [];
  const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const serverName = request.socket instanceof TLSSocket ? request.socket.servername : undefined;
      const headers = request.headers as Record<string, string>;
      requests.push({ serverName, line: `${request.method} ${request.url}`, headers, body });
      response.writeHead(204).end();
    });
  });
  const started = await startServer(server, "127.0.0.1");
  closing.push(() => started.close());
  return { ...started, requests };
}

function createSite(authority: CertificateFile, subject: string, kind = "DNS", extension = ""): CertificateFile {
  return createCertificate(newFolder(), "site", authority, { names: [`${kind}:${subject}`], extension });
}

const newFolder = (): string => mkdtempSync(join(folder, "certificate-"));
