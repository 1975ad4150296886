import { type AddressInfo, createServer, type Socket } from "node:net";
import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import {
  type Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServiceError,
} from "@grpc/grpc-js";
import { Cancellation } from "../call/cancellation.js";
import { metadataKeys } from "../call/metadata-keys.js";
import type { CallHandler, CallHandlerOptions, IncomingCall } from "./call-handler.types.js";
import { createServerOptions } from "./channel-options.js";
import { createMethodDefinition } from "./definition.js";
import { type CallHandlers, createCallHandlers, type ServiceBinding } from "./service-binding.js";
import { createTrailer, toServiceError } from "./service-errors.js";
import { OpenSessions } from "./session/open-sessions.js";
import type { SessionRpc } from "./session/server-session.js";
import { sessionMethod } from "./session/session-method.js";

/** The first byte of a TLS connection: a handshake record. A plain gRPC connection begins with "PRI". */
const tlsHandshake = 0x16;
/** A connection that sends nothing is closed after this time. */
const firstByteMs = 10_000;

/**
 * Accepts plain and TLS connections on one port, for the change from one to the other without an outage.
 * @returns the port, and how to accept no more connections
 */
async function listenPlainOrTls(
  server: Server,
  credentials: ServerCredentials,
  host: string,
  port: number,
): Promise<{ port: number; stop: () => void }> {
  const plain = server.createConnectionInjector(ServerCredentials.createInsecure());
  const tls = server.createConnectionInjector(credentials);
  const listener = createServer((socket) => {
    const discard = () => void socket.destroy();
    socket.setTimeout(firstByteMs, discard);
    socket.once("error", discard);
    socket.once("readable", () => {
      const first = readFirstBytes(socket);
      socket.setTimeout(0);
      socket.off("timeout", discard);
      if (!first) return;
      socket.off("error", discard);
      (first[0] === tlsHandshake ? tls : plain).injectConnection(socket);
    });
  });
  await new Promise<void>((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(port, host, resolve);
  });
  return { port: (listener.address() as AddressInfo).port, stop: () => void listener.close() };
}

/** The bytes stay in the socket for its next reader. */
function readFirstBytes(socket: Socket): Buffer | undefined {
  const bytes = socket.read() as Buffer | null;
  if (bytes === null) return undefined;
  socket.unshift(bytes);
  return bytes;
}

const defaultConnectionAgeMs = 60_000;

export interface GrpcServerOptions extends CallHandlerOptions {
  services: readonly ServiceBinding[];
  host: string;
  /** 0 takes a free port. */
  port: number;
  /** Plain connections by default. */
  credentials?: ServerCredentials;
  /** Whether plain connections are accepted beside TLS, on the same port. */
  acceptsPlain?: boolean;
  connectionAgeMs?: number;
}

export interface GrpcServer {
  port: number;
  /** Accepts no new calls, waits at most `drainMs` for the running ones, then cancels them. */
  close(drainMs: number): Promise<void>;
}

/** A gRPC server whose calls need a valid call context and valid arguments. */
export async function startGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const connectionAgeMs = options.connectionAgeMs ?? defaultConnectionAgeMs;
  const server = new Server(createServerOptions(connectionAgeMs));
  const sessions = new OpenSessions(connectionAgeMs);
  addRpcs(server, createCallHandlers(options.services, options), sessions);
  const credentials = options.credentials ?? ServerCredentials.createInsecure();
  const { port, stop } = options.acceptsPlain
    ? await listenPlainOrTls(server, credentials, options.host, options.port)
    : { port: await bind(server, `${options.host}:${options.port}`, credentials), stop: () => undefined };
  return {
    port,
    async close(drainMs) {
      stop();
      const deadline = Date.now() + drainMs;
      // First, because closing a connection ends the stream that it carries.
      await sessions.drain(drainMs);
      await drain(server, Math.max(deadline - Date.now(), 0));
    },
  };
}

/** Adds every rpc as a unary one, and the stream that carries calls to all of them. */
function addRpcs(server: Server, handlers: CallHandlers, sessions: OpenSessions): void {
  const rpcs = new Map<string, SessionRpc>();
  for (const [method, handle] of handlers) {
    const definition = createMethodDefinition(method);
    server.addService({ [method.localName]: definition }, { [method.localName]: createUnaryHandler(handle) });
    rpcs.set(definition.path, { definition, handle });
  }
  const open = (stream: ServerDuplexStream<Buffer, Buffer>) => sessions.open(stream, rpcs);
  server.addService({ open: sessionMethod }, { open });
}

function bind(server: Server, address: string, credentials: ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, port) => (error ? reject(error) : resolve(port)));
  });
}

function drain(server: Server, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, drainMs);
    server.tryShutdown(() => {
      clearTimeout(timeout);
      resolve();
    });
  });
}

type UnaryCall = ServerUnaryCall<MessageShape<DescMessage>, MessageShape<DescMessage>>;
type Answer = (error: Partial<ServiceError> | null, reply?: object, trailer?: Metadata) => void;

/** What grpc-js calls for a unary rpc. */
function createUnaryHandler(handle: CallHandler) {
  return (unary: UnaryCall, answer: Answer): void => {
    void handle(toIncomingCall(unary)).then((outcome) => {
      if (outcome.refusal) answer(toServiceError(outcome.refusal));
      else
        answer(null, outcome.reply, outcome.replayed ? createTrailer({ [metadataKeys.replayed]: "true" }) : undefined);
    });
  };
}

function toIncomingCall(unary: UnaryCall): IncomingCall {
  const cancellation = new Cancellation();
  unary.on("cancelled", () => cancellation.abort());
  const deadline = unary.getDeadline();
  return {
    request: unary.request,
    readMetadata: (name) => unary.metadata.get(name)[0]?.toString(),
    signal: cancellation,
    deadline: deadline instanceof Date ? deadline.getTime() : deadline,
  };
}
