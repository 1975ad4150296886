import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { ListResourcesRequestSchema, ResourceService } from "@tenant-ops/proto/common";
import { expect, test } from "vitest";
import { createContextSigner, createContextVerifier } from "../call/context-token.js";
import { newId } from "../data/index.js";
import { createRpcClients } from "./client.js";
import { startGrpcServer } from "./server.js";
import { bindHandlers } from "./service-binding.js";
import { createGrpcCredentials, type TlsSettings } from "./tls.js";
import { createResourceHandlers } from "./resources.js";
import { createLogger, type Logger } from "../telemetry/logger.js";
import { createMetrics } from "../telemetry/metrics.js";
import {
  createTestCall,
  type CertificateFile,
  createAuthority,
  createCertificate,
  createContextKeys,
  eventually,
} from "../testing/index.js";

const folder = mkdtempSync(join(tmpdir(), "tls-"));
const ours = createAuthority(folder, "ours");
const theirs = createAuthority(folder, "theirs");

test("with certificates of one authority a call succeeds; a client with another certificate, or with none, is rejected", async () => {
  const server = await startServer(createFiles(ours, "supply"));
  expect(await listResources(server.port, createFiles(ours, "gateway"))).toEqual([]);
  await expect(listResources(server.port, createFiles(theirs, "gateway"))).rejects.toThrow(/not reachable/);
  // A client that trusts our server, with a certificate that our server must not trust.
  const untrusted = { ...createFiles(theirs, "gateway"), GRPC_TLS_CA_FILE: ours.cert };
  await expect(listResources(server.port, untrusted)).rejects.toThrow(/not reachable/);
  await expect(listResources(server.port, {})).rejects.toThrow(/not reachable/);
  await server.close(100);
});

test("a server with a certificate of another authority receives no call", async () => {
  const server = await startServer(createFiles(theirs, "supply"));
  await expect(listResources(server.port, createFiles(ours, "gateway"))).rejects.toThrow(/not reachable/);
  await server.close(100);
});

test("an incomplete configuration is refused, with the name of the missing setting or file", () => {
  const { GRPC_TLS_KEY_FILE: _key, ...rest } = createFiles(ours, "half");
  expect(() => createGrpcCredentials(rest)).toThrow(/GRPC_TLS_KEY_FILE: is missing/);
  expect(() => createGrpcCredentials({ ...createFiles(ours, "half"), GRPC_TLS_CA_FILE: "/nowhere" })).toThrow(
    "GRPC_TLS_CA_FILE: there is no file /nowhere",
  );
});

test("the end of each loaded certificate is a metric, which follows a renewal without a restart", async () => {
  const files = createFiles(ours, "renewed");
  const { registry } = createMetrics("renewed");
  createGrpcCredentials(files, registry, undefined, 50);
  const readEnds = async () => {
    const text = await registry.metrics();
    const read = (name: string) =>
      Number(new RegExp(`not_after_seconds\\{certificate="${name}".*\\} (\\S+)`).exec(text)?.[1]);
    return { own: read("own"), authority: read("authority") };
  };
  const ends = await eventually(async () => {
    const found = await readEnds();
    expect(found.own).toBeGreaterThan(Date.now() / 1000);
    expect(found.authority).toBeGreaterThan(Date.now() / 1000);
    return found;
  });
  createFiles(ours, "renewed", 60);
  await eventually(async () => expect((await readEnds()).own).toBeGreaterThan(ends.own + 86_400));
});

test("files that cannot be used are refused at the start, and later not taken: new callers are served with the previous ones", async () => {
  const files = createFiles(ours, "broken");
  const renewed = createFiles(ours, "broken-renewed");
  const good = readFileSync(files.GRPC_TLS_CERT_FILE);
  const messages: string[] = [];
  const logger = createLogger("test", "info", {
    write: (line) => void messages.push((JSON.parse(line) as { msg: string }).msg),
  });
  const server = await startServer(files, logger);
  // Nonsense, the certificate of another key, and no file.
  for (const replace of [
    () => writeFileSync(files.GRPC_TLS_CERT_FILE, "nonsense"),
    () => copyFileSync(renewed.GRPC_TLS_CERT_FILE, files.GRPC_TLS_CERT_FILE),
    () => rmSync(files.GRPC_TLS_CERT_FILE),
  ]) {
    replace();
    messages.length = 0;
    await eventually(() => expect(messages).toContain("certificates not loaded, the previous ones stay in use"));
    expect(await listResources(server.port, createFiles(ours, "gateway"))).toEqual([]);
  }
  writeFileSync(files.GRPC_TLS_CERT_FILE, "nonsense");
  expect(() => createGrpcCredentials(files)).toThrow(/^GRPC_TLS_CERT_FILE, .*: cannot be used: /);
  writeFileSync(files.GRPC_TLS_CERT_FILE, good);
  const emptyAuthority = join(folder, "empty.crt");
  writeFileSync(emptyAuthority, "");
  expect(() => createGrpcCredentials({ ...files, GRPC_TLS_CA_FILE: emptyAuthority })).toThrow(/has no certificate/);
  await server.close(100);
});

test("a certificate that has ended already does not replace one that is valid", async () => {
  const files = createFiles(ours, "ended");
  const reasons: (string | undefined)[] = [];
  const logger = createLogger("test", "info", {
    write: (line) => void reasons.push((JSON.parse(line) as { err?: { message: string } }).err?.message),
  });
  const server = await startServer(files, logger);
  createFiles(ours, "ended", 0);
  await eventually(() => expect(reasons).toContainEqual(expect.stringMatching(/^the certificate has ended \(/)));
  expect(await listResources(server.port, createFiles(ours, "gateway"))).toEqual([]);
  await server.close(100);
});

test("a mode without certificates is refused, so that a missing mount does not turn TLS off", () => {
  expect(() => createGrpcCredentials({ GRPC_TLS_MODE: "require" })).toThrow(/GRPC_TLS_MODE: is require, but none/);
});

test("plain connections change to mutual TLS step by step, and every caller of the step before and after is served", async () => {
  const files = createFiles(ours, "changing");
  const steps: TlsSettings[] = [
    {},
    { ...files, GRPC_TLS_MODE: "accept" },
    { ...files, GRPC_TLS_MODE: "prefer" },
    { ...files, GRPC_TLS_MODE: "require" },
  ];
  for (const [index, step] of steps.entries()) {
    const server = await startServer(step);
    for (const caller of steps.slice(Math.max(index - 1, 0), index + 2)) {
      expect(await listResources(server.port, caller)).toEqual([]);
    }
    await server.close(100);
  }
});

test("while both are accepted, a certificate of another authority is still rejected", async () => {
  const server = await startServer({ ...createFiles(ours, "both"), GRPC_TLS_MODE: "prefer" });
  await expect(listResources(server.port, createFiles(theirs, "gateway"))).rejects.toThrow(/not reachable/);
  await server.close(100);
});

const keys = createContextKeys("gateway");
const metrics = createMetrics("test");

async function startServer(settings: TlsSettings, logger?: Logger) {
  const credentials = createGrpcCredentials(settings, undefined, logger, 50);
  return startGrpcServer({
    services: [bindHandlers(ResourceService, createResourceHandlers([]))],
    service: "supply",
    verify: createContextVerifier(keys.publicKeys, "supply"),
    logger: createLogger("test", "silent"),
    metrics,
    host: "127.0.0.1",
    port: 0,
    credentials: credentials.server,
    acceptsPlain: credentials.acceptsPlain,
  });
}

async function listResources(port: number, settings: TlsSettings): Promise<unknown[]> {
  const clients = createRpcClients({
    sign: createContextSigner("gateway", keys.privateKey),
    addresses: { supply: `dns:///localhost:${port}` },
    metrics,
    credentials: createGrpcCredentials(settings).client,
  });
  try {
    const call = createTestCall(newId("biz"), { scopes: ["*"] });
    const request = create(ListResourcesRequestSchema);
    return (await clients.unary(ResourceService.method.listResources, request, call, "supply")).message.resources;
  } finally {
    clients.close();
  }
}

/** Settings with a certificate that an authority has signed. */
function createFiles(authority: CertificateFile, name: string, days = 1) {
  const file = `${basename(authority.cert, ".crt")}-${name}`;
  const { cert, key } = createCertificate(folder, file, authority, { names: ["DNS:localhost"], days });
  return { GRPC_TLS_CERT_FILE: cert, GRPC_TLS_KEY_FILE: key, GRPC_TLS_CA_FILE: authority.cert };
}
