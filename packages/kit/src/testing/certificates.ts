import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Paths of a certificate and its key. */
export interface CertificateFile {
  cert: string;
  key: string;
}

interface CertificateOptions {
  /** For `subjectAltName`, such as `DNS:localhost`. */
  names: string[];
  /** @default 1 */
  days?: number;
  /** A line of an extension file of OpenSSL. */
  extension?: string;
}

const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

/** A certificate that signs others, or one that has signed itself, as `<name>.crt` and `<name>.key` in `folder`. */
export function createAuthority(folder: string, name: string, extension = "keyUsage=keyCertSign"): CertificateFile {
  const { cert, key } = toPaths(folder, name);
  const subject = ["-days", "90", "-subj", `/CN=${name}`, "-addext", extension];
  openssl("req", "-x509", ...curve, "-keyout", key, "-out", cert, ...subject);
  return { cert, key };
}

/** A certificate that `authority` has signed. One of the same name in `folder` is replaced, as cert-manager does. */
export function createCertificate(
  folder: string,
  name: string,
  authority: CertificateFile,
  { names, days = 1, extension = "" }: CertificateOptions,
): CertificateFile {
  const { cert, key, path } = toPaths(folder, name);
  writeFileSync(path("ext"), `subjectAltName=${names.join(",")}\n${extension}\n`);
  openssl("req", "-new", ...curve, "-keyout", key, "-out", path("csr"), "-subj", `/CN=${name}`);
  const signer = ["-CA", authority.cert, "-CAkey", authority.key, "-CAcreateserial"];
  const signing = [...signer, "-days", String(days), "-extfile", path("ext")];
  openssl("x509", "-req", "-in", path("csr"), "-out", cert, ...signing);
  return { cert, key };
}

function toPaths(folder: string, name: string) {
  const path = (ending: string) => join(folder, `${name}.${ending}`);
  return { cert: path("crt"), key: path("key"), path };
}

function openssl(...args: string[]): void {
  execFileSync("openssl", args, { stdio: "ignore" });
}
