import type { DescMessage } from "@bufbuild/protobuf";

/** An answer of an rpc that is serialized already. The type says of which message the bytes are. */
export class EncodedReply<Output extends DescMessage> {
  declare readonly output: Output;

  constructor(readonly bytes: Buffer) {}
}
