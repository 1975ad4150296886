import { createAuthority, createCertificate, type CertificateFile } from "@tenant-ops/kit/testing";

/** The certificate of a test mesh on this machine, as settings of a process. */
export interface CertificateFiles {
  GRPC_TLS_CERT_FILE: string;
  GRPC_TLS_KEY_FILE: string;
  GRPC_TLS_CA_FILE: string;
}

/** A certificate for 127.0.0.1 in `folder`, and how to replace it and its key by one that is valid for `days`. */
export function createCertificates(folder: string): { files: CertificateFiles; renew: (days: number) => void } {
  const authority = createAuthority(folder, "ca");
  const renew = (days: number): CertificateFile =>
    createCertificate(folder, "tls", authority, { names: ["IP:127.0.0.1", "DNS:localhost"], days });
  const { cert, key } = renew(1);
  return {
    files: { GRPC_TLS_CERT_FILE: cert, GRPC_TLS_KEY_FILE: key, GRPC_TLS_CA_FILE: authority.cert },
    renew,
  };
}
