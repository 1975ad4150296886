import type { MessageInitShape } from "@bufbuild/protobuf";
import type { TokenGrantResponseSchema } from "@tenant-ops/proto/console";

/** The answer to a token request: a grant, or an error code of OAuth with a sentence. */
export type TokenGrantReply = MessageInitShape<typeof TokenGrantResponseSchema>;

export function refuseGrant(error: "invalid_grant" | "invalid_target", detail: string): TokenGrantReply {
  return { error, detail };
}
