import { fileType } from "../http/files.js";
import {
  create,
  type DescMessage,
  type DescMethod,
  type DescService,
  fromBinary,
  type MessageInitShape,
} from "@bufbuild/protobuf";
import type { EventEnvelope } from "@tenant-ops/proto/common";
import type { Call, Caller } from "../call/call.js";
import type { SignContext } from "../call/context-token.js";
import { metadataKeys } from "../call/metadata-keys.js";
import { newId } from "../data/ids.js";
import type { RunningService } from "../process/service.types.js";
import type { RpcClients } from "../rpc/client.types.js";
import { testCallMs } from "./test-call.js";
import { waitUntilPublished } from "./test-events.js";
import type { CallSettings, TestRpcs, TestTenant } from "./testing.types.js";
import { writesDuring } from "./commands-during.js";

interface TenantDependencies<Api extends DescService> {
  definition: { name: string; api: Api };
  running: RunningService<unknown>;
  clients: RpcClients;
  sign: SignContext;
  httpUrl: string;
  events: readonly EventEnvelope[];
}

/** A new business that calls the service as the gateway would. */
export function createTestTenant<Api extends DescService>(
  { definition, running, clients, sign, httpUrl, events }: TenantDependencies<Api>,
  given: Partial<Caller>,
): TestTenant<Api> {
  const caller: Caller = {
    businessId: newId("biz"),
    country: "MX",
    currency: "MXN",
    timeZone: "America/Mexico_City",
    keyId: "key_test",
    scopes: ["*"],
    ...given,
  };
  const { businessId } = caller;
  const call = (settings: CallSettings = {}): Call => ({
    ...caller,
    requestId: newId("req"),
    deadline: Date.now() + testCallMs,
    operation: "test",
    requestDigest: () => "test",
    ...settings,
  });
  const rpcOf = <Other extends DescService>(api: Other) => createTestRpcs(api, definition.name, clients, call);
  return {
    businessId,
    caller,
    call,
    rpc: rpcOf(definition.api),
    rpcOf,
    http: (method, path, { body, headers = {} } = {}) =>
      fetch(`${httpUrl}${path}`, {
        method,
        redirect: "manual",
        headers: {
          [metadataKeys.context]: sign(caller, definition.name),
          ...(body !== undefined && { "content-type": body instanceof Uint8Array ? fileType : "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }),
      }),
    events: async (schema) => {
      await waitUntilPublished(running, businessId, events);
      const own = events.filter((envelope) => envelope.businessId === businessId && envelope.type === schema.typeName);
      return own.map((envelope) => fromBinary(schema, envelope.data));
    },
    writesDuring: (work) => writesDuring(running, businessId, work),
    scope: () => running.context.db.scope(call()),
  };
}

function createTestRpcs<Api extends DescService>(
  api: Api,
  service: string,
  clients: RpcClients,
  call: (settings?: CallSettings) => Call,
): TestRpcs<Api> {
  const rpc = (method: DescMethod) => async (request: MessageInitShape<DescMessage>, settings?: CallSettings) =>
    (await clients.unary(method, create(method.input, request), call(settings), service)).message;
  return Object.fromEntries(api.methods.map((method) => [method.localName, rpc(method)])) as TestRpcs<Api>;
}
