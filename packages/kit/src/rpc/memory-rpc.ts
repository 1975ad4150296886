import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { status } from "@grpc/grpc-js";
import { Cancellation, type CallSignal } from "../call/cancellation.js";
import { ProcessContext } from "../call/process-context.js";
import { InFlightCounter } from "../concurrency/in-flight-counter.js";
import { Refusal } from "../errors/refusal.js";
import type { CallHandler, IncomingCall } from "./call-handler.types.js";
import { type ClientMethod, createMethodDefinition, EncodedReply } from "./definition.js";
import { isSealed } from "./messages/sealed.js";
import type { GrpcServer } from "./server.js";
import type { CallHandlers } from "./service-binding.js";
import { readCallValue, type RpcAttempt, type RpcAttemptReply, type RpcTransport } from "./transport.types.js";
import { toUnansweredCall } from "./unanswered-call.js";

/** Calls between the parts of one process, without connections and gRPC. */
export interface MemoryRpc {
  /** Lets the other parts call these rpcs until the server is closed. */
  serve(service: string, handlers: CallHandlers): GrpcServer;
  /** For the clients of one part of the process. @param issuer the name of this part, under which its calls arrive */
  connect(issuer: string): RpcTransport;
}

interface MemoryServer {
  rpcs: ReadonlyMap<string, MemoryMethod>;
  running: InFlightCounter;
  /** Ends the running calls: they have not ended in the time to drain. */
  stops: Set<() => void>;
}

interface MemoryMethod {
  input: DescMessage;
  definition: ReturnType<typeof createMethodDefinition>;
  handle: CallHandler;
}

export function createMemoryRpc(): MemoryRpc {
  const servers = new Map<string, MemoryServer>();
  return {
    serve(service, handlers) {
      const rpcs = [...handlers].map(([method, handle]) => {
        const definition = createMethodDefinition(method);
        return [definition.path, { input: method.input, definition, handle }] as const;
      });
      const server: MemoryServer = { rpcs: new Map(rpcs), running: new InFlightCounter(), stops: new Set() };
      servers.set(service, server);
      return {
        port: 0,
        async close(drainMs) {
          servers.delete(service);
          if (!(await server.running.waitUntilIdle(drainMs))) server.stops.forEach((stop) => stop());
        },
      };
    },
    connect: (issuer) => ({
      send: (attempt) => sendTo(servers.get(attempt.service), attempt, issuer),
      // The other parts of the process still use their own.
      close: () => undefined,
    }),
  };
}

/** As grpc-js says it of a call that reached no server. */
const notStarted = "No connection established";

/** Waits for the first of these: the answer, the deadline, the caller's cancellation, the end of the server. */
function sendTo<Reply>(
  server: MemoryServer | undefined,
  attempt: RpcAttempt<Reply>,
  issuer: string,
): Promise<RpcAttemptReply<Reply>> {
  const { service, call, deadline, access } = attempt;
  const { signal } = call;
  const fail = (code: status, details = "") =>
    toUnansweredCall({ code, details }, service, access, signal?.aborted === true);
  if (signal?.aborted) return Promise.reject(fail(status.CANCELLED, notStarted));
  if (deadline <= Date.now()) return Promise.reject(fail(status.DEADLINE_EXCEEDED, notStarted));
  if (!server) return Promise.reject(fail(status.UNAVAILABLE, notStarted));

  return new Promise<RpcAttemptReply<Reply>>((resolve, reject) => {
    const cancellation = new Cancellation();
    const giveUp = (code: status) => {
      release();
      reject(fail(code));
      cancellation.abort();
    };
    const cancel = () => giveUp(status.CANCELLED);
    const stop = () => giveUp(status.UNAVAILABLE);
    const timer = setTimeout(giveUp, deadline - Date.now(), status.DEADLINE_EXCEEDED);
    signal?.addEventListener("abort", cancel);
    server.stops.add(stop);
    const release = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
      server.stops.delete(stop);
    };
    server.running
      .run(() => carryOut(server, attempt, issuer, cancellation))
      .then(
        (reply) => (release(), resolve(reply)),
        (error: unknown) => (release(), reject(error)),
      );
  });
}

/**
 * Runs the handler. A sealed request is handed over as it is: it is valid, and neither side can change it. Everything else passes as bytes, as over a
 * connection: caller and handler share no object, and both see exactly what they would see in two processes, such as default values. A list is
 * written in the form that the caller reads.
 */
async function carryOut<Reply>(
  { rpcs }: MemoryServer,
  attempt: RpcAttempt<Reply>,
  issuer: string,
  signal: CallSignal,
): Promise<RpcAttemptReply<Reply>> {
  const { service, method, call } = attempt;
  const rpc = rpcs.get(method.path);
  if (!rpc) throw new Error(`${service} has no rpc ${method.path}`);
  const outcome = await rpc.handle(toIncomingCall(rpc, attempt, issuer, signal));
  call.onReply?.();
  if (outcome.refusal) throw copyRefusal(outcome.refusal);
  const reply = readReply(rpc, method, outcome.reply);
  call.onReply?.();
  return { reply, replayed: outcome.replayed };
}

function readReply<Reply>(
  { definition }: MemoryMethod,
  { readEncoded, deserialize }: ClientMethod<Reply>,
  reply: MessageShape<DescMessage> | EncodedReply<DescMessage>,
): Reply {
  if (readEncoded && reply instanceof EncodedReply) return readEncoded(reply);
  return deserialize(definition.responseSerialize(reply));
}

function toIncomingCall(
  { input, definition }: MemoryMethod,
  attempt: RpcAttempt<unknown>,
  issuer: string,
  signal: CallSignal,
): IncomingCall {
  const { service, method, request, call, deadline } = attempt;
  return {
    request: isSealed(input, request) ? request : definition.requestDeserialize(method.serialize(request)),
    // One that the gateway has signed for this call replaces the own one, as in `SignContext`.
    context: call.contexts?.[service] ?? new ProcessContext(issuer, service, call),
    readMetadata: (name) => readCallValue(attempt, name),
    signal,
    deadline,
  };
}

/** Copies the fields that a connection transmits. A subclass would pass information about the handler's own calls to this caller. */
function copyRefusal({ code, detail, retryAfter, mayHaveWritten, problems }: Refusal): Refusal {
  return new Refusal(code, detail, retryAfter, mayHaveWritten, problems);
}
