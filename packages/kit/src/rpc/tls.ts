import { X509Certificate } from "node:crypto";
import { existsSync } from "node:fs";
import { type ChannelCredentials, experimental, credentials as plainClient, ServerCredentials } from "@grpc/grpc-js";
import { Gauge, type Registry } from "prom-client";
import * as z from "zod";
import type { Logger } from "../telemetry/logger.js";
import { type CertificatePaths, splitCertificates, watchCertificateFiles } from "./certificate-files.js";

/** The certificate of this process and the certificate authority of all processes, as cert-manager mounts them. */
export const tlsSettings = {
  GRPC_TLS_CERT_FILE: z
    .string()
    .optional()
    .describe("Certificate of this process for mutual TLS on gRPC, as a PEM file; all three of GRPC_TLS_* or none"),
  GRPC_TLS_KEY_FILE: z.string().optional().describe("Its private key, as a PEM file"),
  GRPC_TLS_CA_FILE: z
    .string()
    .optional()
    .describe("The authority that signed the certificates of all processes, as a PEM file"),
  GRPC_TLS_MODE: z
    .enum(["require", "prefer", "accept"])
    .optional()
    .describe(
      "For the change from plain connections to mutual TLS without an outage: `accept` takes both and sends plain calls, `prefer` takes both and sends over TLS, `require` is TLS only, as without this setting. Needs the three files",
    ),
};

export type TlsSettings = z.input<z.ZodObject<typeof tlsSettings>>;

/** Credentials of a process on gRPC, as a server and as a client. */
export interface GrpcCredentials {
  server: ServerCredentials;
  client: ChannelCredentials;
  /** Whether the server also takes plain connections: see GRPC_TLS_MODE. */
  acceptsPlain: boolean;
}

/** Certificates are renewed while the process runs; new connections use the new ones after this time at the latest. */
const refreshMs = 30_000;

/**
 * Mutual TLS when all three files are set, plain connections when none is, and both during a change (GRPC_TLS_MODE). In both cases the signed call context names the
 * business; TLS encrypts it and rejects connections of processes without a certificate.
 * @param registry gets the ends of the loaded certificates
 * @param logger logs when files cannot be used; the files read before stay in use then
 * @throws Error that names the missing setting or file
 */
export function createGrpcCredentials(
  settings: TlsSettings,
  registry?: Registry,
  logger?: Logger,
  refreshIntervalMs = refreshMs,
): GrpcCredentials {
  const { GRPC_TLS_MODE: mode = "require" } = settings;
  const { GRPC_TLS_CERT_FILE: cert, GRPC_TLS_KEY_FILE: key, GRPC_TLS_CA_FILE: ca } = settings;
  if (!cert && !key && !ca) {
    // Otherwise a missing mount would turn TLS off unnoticed.
    if (settings.GRPC_TLS_MODE)
      throw new Error(`GRPC_TLS_MODE: is ${mode}, but none of the GRPC_TLS_*_FILE settings names a file`);
    if (registry) registerCertificateMetrics(registry);
    return { server: ServerCredentials.createInsecure(), client: plainClient.createInsecure(), acceptsPlain: false };
  }
  const files = { GRPC_TLS_CERT_FILE: cert, GRPC_TLS_KEY_FILE: key, GRPC_TLS_CA_FILE: ca };
  for (const [name, file] of Object.entries(files)) {
    if (!file) throw new Error(`${name}: is missing; mutual TLS needs all three of ${Object.keys(files).join(", ")}`);
    if (!existsSync(file)) throw new Error(`${name}: there is no file ${file}`);
  }
  const provider = watchFiles({ cert, key, ca } as CertificatePaths, refreshIntervalMs, logger);
  if (registry) registerCertificateMetrics(registry, provider);
  return {
    server: experimental.createCertificateProviderServerCredentials(provider, provider, true),
    client:
      mode === "accept"
        ? plainClient.createInsecure()
        : experimental.createCertificateProviderChannelCredentials(provider, provider),
    acceptsPlain: mode !== "require",
  };
}

function watchFiles(paths: CertificatePaths, refreshIntervalMs: number, logger: Logger | undefined) {
  try {
    return watchCertificateFiles(paths, refreshIntervalMs, logger);
  } catch (error) {
    const names = "GRPC_TLS_CERT_FILE, GRPC_TLS_KEY_FILE, GRPC_TLS_CA_FILE";
    throw new Error(`${names}: cannot be used: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/**
 * Shows when each certificate ends that the process has loaded, also after a renewal: a file that was renewed but could not be
 * read keeps the old one loaded. A file with several certificates shows the first end of them.
 * @param provider of a process with certificates
 */
function registerCertificateMetrics(registry: Registry, provider?: experimental.CertificateProvider): void {
  const notAfter = new Gauge({
    name: "tenantops_certificate_not_after_seconds",
    help: "Unix time at which a loaded certificate for gRPC ends: own, or that of the authority",
    labelNames: ["certificate"],
    registers: [registry],
  });
  const show = (certificate: "own" | "authority", pem: Buffer | undefined) => {
    const end = pem && findFirstEnd(pem);
    if (end !== undefined) notAfter.set({ certificate }, end);
  };
  provider?.addIdentityCertificateListener((update) => show("own", update?.certificate));
  provider?.addCaCertificateListener((update) => show("authority", update?.caCertificate));
}

function findFirstEnd(pem: Buffer): number | undefined {
  const ends = splitCertificates(pem).map((part) => Date.parse(new X509Certificate(part).validTo) / 1000);
  return ends.length > 0 ? Math.min(...ends) : undefined;
}
