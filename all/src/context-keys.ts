import { createPrivateKey, createPublicKey } from "node:crypto";
import type { DescService } from "@bufbuild/protobuf";
import * as common from "@tenant-ops/proto/common";

/** The rpcs that every service has. */
const commonRpcs = Object.values(common)
  .filter((exported) => typeof exported === "object" && "kind" in exported && exported.kind === "service")
  .flatMap(({ methods }) => methods);

/** The issuers of call contexts that may call something of a part, by the contract. */
export const listIssuers = ({ name, api }: { name: string; api?: DescService }): string[] =>
  api ? common.listIssuers(name, api.methods, commonRpcs) : [];

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
