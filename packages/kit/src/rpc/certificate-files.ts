import type { experimental } from "@grpc/grpc-js";
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type { Logger } from "../telemetry/logger.js";

export interface CertificatePaths {
  cert: string;
  key: string;
  ca: string;
}

type Contents = Record<keyof CertificatePaths, Buffer>;
type Provider = experimental.CertificateProvider;
type Identity = experimental.IdentityCertificateUpdate;
type Authority = experimental.CaCertificateUpdate;

/**
 * The certificates in three files, read again while the process runs. Unusable files are ignored, and the previous certificates stay in use: a file
 * that is missing, is being written, does not fit its key, or whose certificate has ended. `FileWatcherCertificateProvider` of grpc-js 1.14 passes on what it reads, and a server
 * that gets something unusable closes every new connection.
 * @throws Error when the files cannot be used at the start
 */
export function watchCertificateFiles(paths: CertificatePaths, refreshMs: number, logger?: Logger): Provider {
  const names = Object.keys(paths) as (keyof CertificatePaths)[];
  let current = toContents(names.map((name) => readFileSync(paths[name])));
  assertUsable(current);
  const identityListeners = new Set<(update: Identity | null) => void>();
  const authorityListeners = new Set<(update: Authority | null) => void>();
  const toIdentity = (): Identity => ({ certificate: current.cert, privateKey: current.key });
  const toAuthority = (): Authority => ({ caCertificate: current.ca });

  async function refresh(): Promise<void> {
    try {
      const read = toContents(await Promise.all(names.map((name) => readFile(paths[name]))));
      if (names.every((name) => read[name].equals(current[name]))) return;
      assertUsable(read);
      assertNotEnded(read.cert);
      current = read;
      for (const listener of identityListeners) listener(toIdentity());
      for (const listener of authorityListeners) listener(toAuthority());
      logger?.info("certificates loaded");
    } catch (err) {
      logger?.warn({ err }, "certificates not loaded, the previous ones stay in use");
    }
  }

  setInterval(() => void refresh(), refreshMs).unref();
  return {
    addIdentityCertificateListener(listener) {
      identityListeners.add(listener);
      process.nextTick(() => listener(toIdentity()));
    },
    removeIdentityCertificateListener: (listener) => void identityListeners.delete(listener),
    addCaCertificateListener(listener) {
      authorityListeners.add(listener);
      process.nextTick(() => listener(toAuthority()));
    },
    removeCaCertificateListener: (listener) => void authorityListeners.delete(listener),
  };
}

const toContents = ([cert, key, ca]: Buffer[]) => ({ cert, key, ca }) as Contents;

function assertUsable({ cert, key, ca }: Contents): void {
  // Throws when the key is not that of the certificate. It accepts a text without certificates as an authority.
  createSecureContext({ cert, key, ca });
  for (const authority of splitCertificates(ca)) new X509Certificate(authority);
  if (splitCertificates(ca).length === 0) throw new Error("the file of the authority has no certificate");
}

/** The earlier certificate may still be valid, and every other process would refuse this one. */
function assertNotEnded(cert: Buffer): void {
  const { validTo } = new X509Certificate(cert);
  if (Date.parse(validTo) <= Date.now()) throw new Error(`the certificate has ended (${validTo})`);
}

const endOfCertificate = "-----END CERTIFICATE-----";

/** The certificates in a PEM file, which may have several. */
export const splitCertificates = (pem: Buffer): string[] =>
  pem
    .toString()
    .split(endOfCertificate)
    .filter((part) => part.includes("BEGIN CERTIFICATE"))
    .map((part) => part + endOfCertificate);
