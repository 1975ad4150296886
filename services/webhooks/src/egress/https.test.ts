import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls, { TLSSocket } from "node:tls";
import { eventually } from "@tenant-ops/kit/testing";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  type Details,
  get,
  listening,
  type LogEntry,
  type NameServer,
  post,
  register,
  settledLog,
  startNameServer,
  startWebhooks,
  type WebhookService,
} from "../testing.js";

const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
const folder = mkdtempSync(join(tmpdir(), "webhook-https-"));
const [ours, theirs] = [authority("ours"), authority("theirs")];
const name = "shop.example.com";
// Asked at registration and by the attempt; whoever asks a third time is led to where nobody listens.
const addressesOf: Record<string, (count: number) => string[]> = {
  [name]: () => ["127.0.0.1"],
  "once.example.com": (count) => (count <= 2 ? ["127.0.0.1"] : ["127.0.0.2"]),
};

let names: NameServer;
let service: WebhookService;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  trustInThisProcess(ours.cert);
  names = await startNameServer((asked, count) => addressesOf[asked]?.(count) ?? []);
  service = await startWebhooks({
    // Without the switch for http: what is tested here is how it runs in production.
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
  for (const close of closing.toReversed()) await close();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

describe("a receiver with https", () => {
  test("whose certificate fits its name is delivered to, by its name, at the address that was judged", async () => {
    const shop = await startHttps(certificate(ours, "once.example.com"));
    const tenant = service.newTenant();
    const { endpointId, secret } = await register(tenant, { url: `https://once.example.com:${shop.port}/hook?a=1` });
    await post(tenant, `/endpoints/${endpointId}/ping`);

    expect(await settledLog(tenant, 1)).toMatchObject([{ status: "delivered", deliveryAttempt: 1 }]);
    const [request] = shop.requests;
    expect(request).toMatchObject({
      serverName: "once.example.com",
      line: "POST /hook?a=1",
      headers: { host: `once.example.com:${shop.port}` },
    });
    expect(new Webhook(secret).verify(request?.body ?? "", request?.headers ?? {})).toMatchObject({
      type: "webhook.ping",
    });
    const questions = names.asked.filter((question) => question.endsWith(" once.example.com"));
    expect(questions.toSorted()).toEqual(["A", "A", "AAAA", "AAAA"].map((type) => `${type} once.example.com`));
  });

  test.each([
    ["of another name", () => certificate(ours, "other.example.com")],
    ["of its address only", () => certificate(ours, "127.0.0.1", "IP")],
    ["of an authority that nobody knows", () => certificate(theirs, name)],
    ["that it signed itself", () => authority(name, `subjectAltName=DNS:${name}`)],
    ["that may not speak for a server", () => certificate(ours, name, "DNS", "extendedKeyUsage=clientAuth")],
  ])("and a certificate %s is sent nothing, and the log says tls", async (_, made) => {
    const shop = await startHttps(made());
    const tenant = service.newTenant();
    const { endpointId } = await register(tenant, { url: `https://${name}:${shop.port}/` });
    const { body } = await post<LogEntry>(tenant, `/endpoints/${endpointId}/ping`);
    const { attempts } = await eventually(async () => {
      const details = await get<Details>(tenant, `/${body.traceId}`);
      expect(details.attempts).toHaveLength(1);
      return details;
    });
    expect(attempts).toMatchObject([{ attempt: 1, error: "tls" }]);
    expect(shop.requests).toEqual([]);
  });
});

/**
 * What NODE_EXTRA_CA_CERTS does for a process when it starts. The product has no such door: in Node 20 the list of those it
 * trusts cannot be changed later, so the context of each connection gets one more.
 */
function trustInThisProcess(certFile: string): void {
  const certificate = readFileSync(certFile);
  const original = tls.createSecureContext;
  vi.spyOn(tls, "createSecureContext").mockImplementation((options) => {
    const made = original(options);
    if (!options?.ca) (made.context as { addCACert(certificate: Buffer): void }).addCACert(certificate);
    return made;
  });
}

interface Received {
  serverName: string | false | null | undefined;
  line: string;
  headers: Record<string, string>;
  body: string;
}

async function startHttps({ cert, key }: Certificate) {
  const requests: Received[] = [];
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
  const started = await listening(server, "127.0.0.1");
  closing.push(() => started.close());
  return { ...started, requests };
}

interface Certificate {
  cert: string;
  key: string;
}

function authority(commonName: string, extension = "keyUsage=keyCertSign"): Certificate {
  const { cert, key } = paths();
  const subject = ["-days", "1", "-subj", `/CN=${commonName}`, "-addext", extension];
  openssl("req", "-x509", ...curve, "-keyout", key, "-out", cert, ...subject);
  return { cert, key };
}

function certificate(signer: Certificate, subject: string, kind = "DNS", more = ""): Certificate {
  const { cert, key, path } = paths();
  writeFileSync(path("ext"), `subjectAltName=${kind}:${subject}\n${more}\n`);
  openssl("req", "-new", ...curve, "-keyout", key, "-out", path("csr"), "-subj", `/CN=${subject}`);
  const signing = ["-CA", signer.cert, "-CAkey", signer.key, "-CAcreateserial", "-days", "1", "-extfile", path("ext")];
  openssl("x509", "-req", "-in", path("csr"), "-out", cert, ...signing);
  return { cert, key };
}

function paths() {
  const own = mkdtempSync(join(folder, "c-"));
  const path = (ending: string) => join(own, `file.${ending}`);
  return { cert: path("crt"), key: path("key"), path };
}

function openssl(...args: string[]): void {
  execFileSync("openssl", args, { stdio: "ignore" });
}
