import type { DescMessage, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { createSystemCall } from "@tenant-ops/kit/call";
import type { RpcClients, UnaryMethod } from "@tenant-ops/kit/rpc";

const timeoutMs = 5000;
/** Rights for people and connections, and none in the areas. */
const scopes = ["console:read", "console:write"];

/** Asks the console service about people and connections of one business. @throws Refusal service_unavailable, deadline_exceeded */
export async function askConsole<Input extends DescMessage, Output extends DescMessage>(
  clients: RpcClients,
  method: UnaryMethod<Input, Output>,
  businessId: string,
  request: MessageInitShape<Input>,
): Promise<MessageShape<Output>> {
  const call = createSystemCall(businessId, method.name, { scopes, deadline: Date.now() + timeoutMs });
  return (await clients.unary(method, request, call)).message;
}
