import { X509Certificate } from "node:crypto";
import type { experimental } from "@grpc/grpc-js";
import { Gauge, type Registry } from "prom-client";

const endOfCertificate = "-----END CERTIFICATE-----";

/**
 * Shows when each certificate ends that the process has loaded, also after a renewal: a file that was renewed but could not be
 * read keeps the old one loaded. A file with several certificates shows the first end of them.
 * @param provider of a process with certificates
 */
export function registerCertificateMetrics(
  registry: Registry,
  provider?: InstanceType<typeof experimental.FileWatcherCertificateProvider>,
): void {
  const notAfter = new Gauge({
    name: "tenantops_certificate_not_after_seconds",
    help: "Unix time at which a loaded certificate for gRPC ends: own, or that of the authority",
    labelNames: ["certificate"],
    registers: [registry],
  });
  const show = (certificate: "own" | "authority", pem: Buffer | undefined) => {
    const end = pem && findFirstEnd(pem.toString());
    if (end !== undefined) notAfter.set({ certificate }, end);
  };
  provider?.addIdentityCertificateListener((update) => show("own", update?.certificate));
  provider?.addCaCertificateListener((update) => show("authority", update?.caCertificate));
}

function findFirstEnd(pem: string): number | undefined {
  const ends = pem
    .split(endOfCertificate)
    .filter((part) => part.includes("BEGIN CERTIFICATE"))
    .map((part) => Date.parse(new X509Certificate(part + endOfCertificate).validTo) / 1000);
  return ends.length > 0 ? Math.min(...ends) : undefined;
}
