import { generateKeyPairSync, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  create,
  type DescMessage,
  type DescMethod,
  type DescService,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
} from "@bufbuild/protobuf";
import { type EventEnvelope, EventEnvelopeSchema } from "@tenant-ops/proto/common";
import type { z } from "zod";
import { metadataKeys } from "../call/metadata-keys.js";
import { type Call, type Caller } from "../call/call.js";
import { createContextSigner, type SignContext } from "../call/context-token.js";
import { type RpcClients, createRpcClients } from "../rpc/client.js";
import { newId } from "../data/ids.js";
import type { OutboxRow } from "../data/infrastructure.js";
import type { Scope } from "../data/scope.types.js";
import { type RunningService, type ServiceDefinition, startService } from "../process/service.js";
import { createMetrics } from "../telemetry/telemetry.js";

/** An Ed25519 key pair in the forms in which our settings take them. */
export function newContextKeys(issuer: string): { privateKey: string; publicKeys: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x } = publicKey.export({ format: "jwk" });
  const der = privateKey.export({ format: "der", type: "pkcs8" });
  return { privateKey: der.toString("base64url"), publicKeys: `${issuer}:${x}` };
}

/** Where the tests' MongoDB and NATS are; `npm test` starts them and says so here. */
export function testBackend(): { mongodbUrl: string; natsUrl: string } {
  const { TEST_MONGODB_URL: mongodbUrl, TEST_NATS_URL: natsUrl } = process.env;
  if (mongodbUrl && natsUrl) return { mongodbUrl, natsUrl };
  throw new Error("TEST_MONGODB_URL and TEST_NATS_URL are not set: run the tests with `npm test`");
}

/** Asks again until the answer no longer throws. For what happens soon, but not at once. */
export async function eventually<T>(ask: () => T | Promise<T>, withinMs = 8000): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(20);
    }
  }
}

export interface CallSettings {
  idempotencyKey?: string;
  requestId?: string;
  deadline?: number;
}

/** The rpcs of a service as its callers see them; a second argument sets what usually comes from the gateway. */
export type TestRpcs<Service extends DescService> = {
  [Name in keyof Service["method"]]: Service["method"][Name] extends {
    input: infer Input extends DescMessage;
    output: infer Output extends DescMessage;
  }
    ? (request: MessageInitShape<Input>, settings?: CallSettings) => Promise<MessageShape<Output>>
    : never;
};

export interface TestTenant<Api extends DescService> {
  businessId: string;
  caller: Caller;
  rpc: TestRpcs<Api>;
  /** Another service's rpcs in this business's name, such as ResourceService. */
  rpcOf<Other extends DescService>(api: Other): TestRpcs<Other>;
  /** A REST request as the gateway would forward it. */
  http(method: string, path: string, options?: { body?: unknown; headers?: Record<string, string> }): Promise<Response>;
  /** What was published for this business, oldest first, after everything that was announced is out. */
  events<Schema extends DescMessage>(schema: Schema): Promise<MessageShape<Schema>[]>;
  /** The write commands that reached the database for this business while `work` ran; none for a preview. */
  writesDuring(work: () => Promise<unknown>): Promise<string[]>;
  /** Straight to this business's records, to look and to prepare. */
  scope(): Scope;
  call(settings?: CallSettings): Call;
}

export interface TestService<Api extends DescService, Schema extends z.ZodObject = z.ZodObject> {
  running: RunningService<z.infer<Schema>>;
  newTenant(given?: Partial<Caller>): TestTenant<Api>;
  /** Signs for any audience, to try what a forged or foreign context gets. */
  sign: SignContext;
  /** A raw REST request without the gateway's context. */
  httpUrl: string;
  close(): Promise<void>;
}

/**
 * Starts the service in this process on the real database and broker, with a database of its own.
 * @param settings what the service needs beyond the settings that every service has
 */
export async function startTestService<Api extends DescService, Schema extends z.ZodObject, Setup extends object>(
  definition: ServiceDefinition<Api, Schema, Setup>,
  settings: Record<string, string> = {},
): Promise<TestService<Api, Schema>> {
  const { mongodbUrl, natsUrl } = testBackend();
  const keys = newContextKeys("gateway");
  const config = definition.config.parse({
    MONGODB_URL: mongodbUrl,
    MONGODB_DATABASE: `test_${definition.name}_${randomBytes(4).toString("hex")}`,
    NATS_URL: natsUrl,
    HOST: "127.0.0.1",
    GRPC_PORT: "0",
    HTTP_PORT: "0",
    ADMIN_PORT: "0",
    CALL_CONTEXT_PUBLIC_KEYS: keys.publicKeys,
    LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "error",
    SHUTDOWN_DELAY_MS: "0",
    TENANCY_GUARD: "true",
    ...settings,
  });
  const running = await startService(definition, config);
  const sign = createContextSigner("gateway", keys.privateKey);
  const clients = createRpcClients({
    sign,
    addresses: { [definition.name]: `127.0.0.1:${running.grpcPort}` },
    metrics: createMetrics("test"),
  });
  const heard = await hearEvents(running);
  const httpUrl = `http://127.0.0.1:${running.httpPort}`;

  function newTenant(given: Partial<Caller> = {}): TestTenant<Api> {
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
    const call = (given: CallSettings = {}): Call => ({
      ...caller,
      requestId: newId("req"),
      deadline: Date.now() + 10_000,
      operation: "test",
      requestDigest: () => "test",
      ...given,
    });
    const rpcOf = <Other extends DescService>(api: Other) => testRpcs(api, definition.name, clients, call);
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
            ...(body !== undefined && { "content-type": "application/json" }),
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      events: async (schema) => {
        await allPublished(running, businessId, heard);
        const own = heard.filter((envelope) => envelope.businessId === businessId && envelope.type === schema.typeName);
        return own.map((envelope) => fromBinary(schema, envelope.data));
      },
      writesDuring: (work) => writesDuring(running, businessId, work),
      scope: () => running.context.db.scope(call()),
    };
  }

  return {
    running,
    newTenant,
    sign,
    httpUrl,
    close: async () => {
      clients.close();
      await running.close();
    },
  };
}

function testRpcs<Api extends DescService>(
  api: Api,
  service: string,
  clients: RpcClients,
  call: (settings?: CallSettings) => Call,
): TestRpcs<Api> {
  const rpc = (method: DescMethod) => async (request: MessageInitShape<DescMessage>, settings?: CallSettings) =>
    (await clients.unary(method, create(method.input, request), call(settings), service)).message;
  return Object.fromEntries(api.methods.map((method) => [method.localName, rpc(method)])) as TestRpcs<Api>;
}

const writeCommands = new Set(["insert", "update", "delete", "findAndModify", "bulkWrite"]);

/** Looks at the commands themselves, so a write to a forgotten collection is seen as well. */
async function writesDuring(
  running: RunningService<unknown>,
  businessId: string,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const seen: string[] = [];
  const stop = running.context.db.watchCommands(({ commandName, command }) => {
    // Leases and the outbox's own book-keeping go on all the time; they name no business.
    if (writeCommands.has(commandName) && JSON.stringify(command).includes(businessId)) seen.push(commandName);
  });
  try {
    await work();
  } finally {
    stop();
  }
  return seen;
}

/** A plain subscription hears what JetStream takes in; each event once, however often the relay had to send it. */
async function hearEvents(running: RunningService<unknown>): Promise<EventEnvelope[]> {
  const heard: EventEnvelope[] = [];
  const known = new Set<string>();
  const connection = await running.context.bus.connected();
  connection.subscribe("events.>", {
    callback: (error, message) => {
      if (error) return;
      const envelope = readEnvelope(message.data);
      if (!envelope || known.has(envelope.id)) return;
      known.add(envelope.id);
      heard.push(envelope);
    },
  });
  await connection.flush();
  return heard;
}

/** The broker is everybody's: other tests publish garbage on purpose, and an error in here would close the connection. */
function readEnvelope(data: Uint8Array): EventEnvelope | undefined {
  try {
    return fromBinary(EventEnvelopeSchema, data);
  } catch {
    return undefined;
  }
}

async function allPublished(
  running: RunningService<unknown>,
  businessId: string,
  heard: EventEnvelope[],
): Promise<void> {
  const outbox = running.context.db.infrastructure<OutboxRow>("outbox");
  await eventually(async () => {
    const rows = await outbox.find({ businessId }, { projection: { _id: 1, publishedAt: 1 } }).toArray();
    const missing = rows.filter((row) => !heard.some(({ id }) => id === row._id));
    if (missing.length > 0) throw new Error(`${missing.length} events of ${businessId} are not published yet`);
  });
}
