import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** The certificate of a test mesh on this machine, as settings of a process. */
export interface CertificateFiles {
  GRPC_TLS_CERT_FILE: string;
  GRPC_TLS_KEY_FILE: string;
  GRPC_TLS_CA_FILE: string;
}

const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

/** An authority in `folder`, and a certificate that it has signed for 127.0.0.1. */
export function createCertificates(folder: string): CertificateFiles {
  const [authority, key] = [join(folder, "ca.crt"), join(folder, "ca.key")];
  openssl("req", "-x509", ...curve, "-keyout", key, "-out", authority, "-days", "90", "-subj", "/CN=test");
  const files = {
    GRPC_TLS_CERT_FILE: join(folder, "tls.crt"),
    GRPC_TLS_KEY_FILE: join(folder, "tls.key"),
    GRPC_TLS_CA_FILE: authority,
  };
  renewCertificate(folder, 1);
  return files;
}

/** Replaces the certificate and its key, as cert-manager does. */
export function renewCertificate(folder: string, days: number): void {
  const path = (name: string) => join(folder, name);
  writeFileSync(path("ext"), "subjectAltName=IP:127.0.0.1,DNS:localhost\n");
  openssl("req", "-new", ...curve, "-keyout", path("tls.key"), "-out", path("csr"), "-subj", "/CN=mesh");
  const signer = ["-CA", path("ca.crt"), "-CAkey", path("ca.key"), "-CAcreateserial"];
  const signing = [...signer, "-days", String(days), "-extfile", path("ext")];
  openssl("x509", "-req", "-in", path("csr"), "-out", path("tls.crt"), ...signing);
}

function openssl(...args: string[]): void {
  execFileSync("openssl", args, { stdio: "ignore" });
}
