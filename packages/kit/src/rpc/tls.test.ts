import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { ListResourcesRequestSchema, ResourceService } from "@tenant-ops/proto/common";
import { expect, test } from "vitest";
import { createContextSigner, createContextVerifier } from "../call/context-token.js";
import { createSystemCall } from "../call/call.js";
import { createRpcClients } from "./client.js";
import { bindHandlers, startGrpcServer } from "./server.js";
import { createGrpcCredentials, type TlsSettings } from "./tls.js";
import { createResourceHandlers } from "./resources.js";
import { createLogger, createMetrics } from "../telemetry/telemetry.js";
import { newContextKeys } from "../testing/testing.js";

const folder = mkdtempSync(join(tmpdir(), "tls-"));
const ours = authority("ours");
const theirs = authority("theirs");

test("with certificates of one authority a call goes through, and to no stranger", async () => {
  const server = await startServer(files(ours, "supply"));
  expect(await resourcesAt(server.port, files(ours, "gateway"))).toEqual([]);
  await expect(resourcesAt(server.port, files(theirs, "gateway"))).rejects.toThrow(/not reachable/);
  // It trusts our server, and our server must not trust it.
  const intruder = { ...files(theirs, "gateway"), GRPC_TLS_CA_FILE: ours.cert };
  await expect(resourcesAt(server.port, intruder)).rejects.toThrow(/not reachable/);
  await expect(resourcesAt(server.port, {})).rejects.toThrow(/not reachable/);
  await server.close(100);
});

test("a server that shows another authority's certificate gets no call", async () => {
  const server = await startServer(files(theirs, "supply"));
  await expect(resourcesAt(server.port, files(ours, "gateway"))).rejects.toThrow(/not reachable/);
  await server.close(100);
});

test("half a configuration is refused, by the name of what is missing", () => {
  const { GRPC_TLS_KEY_FILE: _key, ...rest } = files(ours, "half");
  expect(() => createGrpcCredentials(rest)).toThrow(/GRPC_TLS_KEY_FILE: is missing/);
  expect(() => createGrpcCredentials({ ...files(ours, "half"), GRPC_TLS_CA_FILE: "/nowhere" })).toThrow(
    "GRPC_TLS_CA_FILE: there is no file /nowhere",
  );
});

const keys = newContextKeys("gateway");
const metrics = createMetrics("test");

async function startServer(settings: TlsSettings) {
  return startGrpcServer({
    services: [bindHandlers(ResourceService, createResourceHandlers([]))],
    verify: createContextVerifier(keys.publicKeys, "supply"),
    logger: createLogger("test", "silent"),
    metrics,
    host: "127.0.0.1",
    port: 0,
    credentials: createGrpcCredentials(settings).server,
  });
}

async function resourcesAt(port: number, settings: TlsSettings): Promise<unknown[]> {
  const clients = createRpcClients({
    sign: createContextSigner("gateway", keys.privateKey),
    addresses: { supply: `dns:///localhost:${port}` },
    metrics,
    credentials: createGrpcCredentials(settings).client,
  });
  try {
    const call = createSystemCall("biz_1", "test", { deadline: Date.now() + 1500 });
    const request = create(ListResourcesRequestSchema);
    return (await clients.unary(ResourceService.method.listResources, request, call, "supply")).message.resources;
  } finally {
    clients.close();
  }
}

interface Authority {
  name: string;
  cert: string;
  key: string;
}

function authority(name: string): Authority {
  const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  openssl("req", "-x509", ...curve, "-keyout", key, "-out", cert, "-days", "1", "-subj", `/CN=${name}`);
  return { name, cert, key };
}

function files(signer: Authority, name: string): Required<TlsSettings> {
  const path = (ending: string) => join(folder, `${signer.name}-${name}.${ending}`);
  writeFileSync(path("ext"), "subjectAltName=DNS:localhost\n");
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  openssl("req", "-new", ...curve, "-keyout", path("key"), "-out", path("csr"), "-subj", `/CN=${name}`);
  const signing = ["-CA", signer.cert, "-CAkey", signer.key, "-CAcreateserial", "-days", "1", "-extfile", path("ext")];
  openssl("x509", "-req", "-in", path("csr"), "-out", path("crt"), ...signing);
  return { GRPC_TLS_CERT_FILE: path("crt"), GRPC_TLS_KEY_FILE: path("key"), GRPC_TLS_CA_FILE: signer.cert };
}

function openssl(...args: string[]): void {
  execFileSync("openssl", args, { stdio: "ignore" });
}
