import { createPrivateKey, createPublicKey } from "node:crypto";
import { type DescService, getOption } from "@bufbuild/protobuf";
import { gatewayIssuer } from "@tenant-ops/kit/call";
import { callers } from "@tenant-ops/proto/common";

/** The issuers of call contexts that may call something of a service, by the contract. */
export function listIssuers(api: DescService): string[] {
  return [...new Set([gatewayIssuer, ...api.methods.flatMap((method) => getOption(method, callers))])];
}

/**
 * The setting CALL_CONTEXT_PUBLIC_KEYS of a part. All private keys are in this process, so the public ones need not be given.
 * @param privateKeys base64url of PKCS#8 DER keys, by issuer
 */
export function derivePublicKeys(
  issuers: readonly string[],
  privateKeys: ReadonlyMap<string, string | undefined>,
): string {
  return issuers
    .flatMap((issuer) => {
      const key = privateKeys.get(issuer);
      return key === undefined ? [] : [`${issuer}:${derivePublicKey(key)}`];
    })
    .join(",");
}

function derivePublicKey(privateKey: string): string {
  const key = createPrivateKey({ key: Buffer.from(privateKey, "base64url"), format: "der", type: "pkcs8" });
  return createPublicKey(key).export({ format: "jwk" }).x ?? "";
}
