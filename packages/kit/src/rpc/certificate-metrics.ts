import { X509Certificate } from "node:crypto";
import type { experimental } from "@grpc/grpc-js";
import { Gauge, type Registry } from "prom-client";
import { splitCertificates } from "./certificate-files.js";

/**
 * Shows when each certificate ends that the process has loaded, also after a renewal: a file that was renewed but could not be
 * read keeps the old one loaded. A file with several certificates shows the first end of them.
 * @param provider of a process with certificates
 */
export function registerCertificateMetrics(registry: Registry, provider?: experimental.CertificateProvider): void {
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
