import { type ChannelCredentials, credentials as plainClient, experimental, ServerCredentials } from "@grpc/grpc-js";
import { existsSync } from "node:fs";
import { z } from "zod";

/** A certificate of this process and the authority of all of them, as cert-manager mounts them. */
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
};

export type TlsSettings = z.infer<z.ZodObject<typeof tlsSettings>>;

/** How a process shows itself on gRPC, and whom it lets in. */
export interface GrpcCredentials {
  server: ServerCredentials;
  client: ChannelCredentials;
}

/** Certificates are renewed while we run; new connections, at most a minute later, use the new ones. */
const refreshIntervalMs = 30_000;

/**
 * Mutual TLS when the three files are named, plain connections when none is. The signed call context says for which business
 * a call is in both cases; TLS keeps it from being read on the way, and keeps strangers from knocking at all.
 * @throws Error that names what is missing
 */
export function createGrpcCredentials(settings: TlsSettings): GrpcCredentials {
  const { GRPC_TLS_CERT_FILE: cert, GRPC_TLS_KEY_FILE: key, GRPC_TLS_CA_FILE: ca } = settings;
  if (!cert && !key && !ca) return { server: ServerCredentials.createInsecure(), client: plainClient.createInsecure() };
  const files = { GRPC_TLS_CERT_FILE: cert, GRPC_TLS_KEY_FILE: key, GRPC_TLS_CA_FILE: ca };
  for (const [name, file] of Object.entries(files)) {
    if (!file) throw new Error(`${name}: is missing; mutual TLS needs all three of ${Object.keys(files).join(", ")}`);
    if (!existsSync(file)) throw new Error(`${name}: there is no file ${file}`);
  }
  const provider = new experimental.FileWatcherCertificateProvider({
    certificateFile: cert,
    privateKeyFile: key,
    caCertificateFile: ca,
    refreshIntervalMs,
  });
  return {
    server: experimental.createCertificateProviderServerCredentials(provider, provider, true),
    client: experimental.createCertificateProviderChannelCredentials(provider, provider),
  };
}
