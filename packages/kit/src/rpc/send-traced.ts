import type { DescMethod } from "@bufbuild/protobuf";
import { status } from "@grpc/grpc-js";
import { toRefusal, toServerErrorCode } from "../errors/refusal.js";
import { startSpan } from "../telemetry/tracing.js";
import type { RpcAttempt, RpcAttemptReply, RpcTransport } from "./transport.types.js";

/** Sends one attempt in its own span. */
export async function sendTraced<Reply>(
  transport: RpcTransport,
  rpc: DescMethod,
  attempt: Omit<RpcAttempt<Reply>, "traceparent">,
): Promise<RpcAttemptReply<Reply>> {
  const span = startSpan({
    name: `${rpc.parent.typeName}/${rpc.name}`,
    kind: "client",
    parent: attempt.call.traceparent,
    attributes: {
      "rpc.system": "grpc",
      "rpc.service": rpc.parent.typeName,
      "rpc.method": rpc.name,
      "server.address": attempt.service,
    },
  });
  try {
    const reply = await transport.send({ ...attempt, traceparent: span.traceparent });
    span.end({ attributes: { "rpc.grpc.status_code": status.OK } });
    return reply;
  } catch (error) {
    span.end({ attributes: { "tenantops.code": toRefusal(error).code }, error: toServerErrorCode(error) });
    throw error;
  }
}
