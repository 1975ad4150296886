import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { status } from "@grpc/grpc-js";
import { InFlightCounter } from "../concurrency/in-flight-counter.js";
import { Refusal } from "../errors/refusal.js";
import type { CallHandler } from "./call-handler.types.js";
import { createMethodDefinition } from "./definition.js";
import type { GrpcServer } from "./server.js";
import type { CallHandlers } from "./service-binding.js";
import { createCallMetadata, type RpcAttempt, type RpcAttemptReply, type RpcTransport } from "./transport.types.js";
import { toUnansweredCall } from "./unanswered-call.js";

/** Calls between the parts of one process, without connections and gRPC. */
export interface MemoryRpc {
  /** Lets `transport` call these rpcs until the server is closed. */
  serve(service: string, handlers: CallHandlers): GrpcServer;
  /** For the clients of every part of the process. */
  transport: RpcTransport;
}

interface MemoryServer {
  rpcs: ReadonlyMap<string, { definition: ReturnType<typeof createMethodDefinition>; handle: CallHandler }>;
  running: InFlightCounter;
  /** Aborted when the running calls have not ended in the time to drain. */
  stopped: AbortSignal;
}

export function createMemoryRpc(): MemoryRpc {
  const servers = new Map<string, MemoryServer>();
  return {
    serve(service, handlers) {
      const stop = new AbortController();
      const rpcs = [...handlers].map(([method, handle]) => {
        const definition = createMethodDefinition(method);
        return [definition.path, { definition, handle }] as const;
      });
      const server = { rpcs: new Map(rpcs), running: new InFlightCounter(), stopped: stop.signal };
      servers.set(service, server);
      return {
        port: 0,
        async close(drainMs) {
          servers.delete(service);
          if (!(await server.running.waitUntilIdle(drainMs))) stop.abort();
        },
      };
    },
    transport: {
      send: async (attempt) => sendTo(servers.get(attempt.service), attempt),
      // The other parts of the process still use it.
      close: () => undefined,
    },
  };
}

/** As grpc-js says it of a call that reached no server. */
const notStarted = "No connection established";

/** Waits for the first of these: the answer, the deadline, the caller's cancellation, the end of the server. */
function sendTo<Reply>(server: MemoryServer | undefined, attempt: RpcAttempt<Reply>): Promise<RpcAttemptReply<Reply>> {
  const { service, call, deadline, access } = attempt;
  const fail = (code: status, details = "") =>
    toUnansweredCall({ code, details }, service, access, call.signal?.aborted === true);
  if (call.signal?.aborted) return Promise.reject(fail(status.CANCELLED, notStarted));
  if (deadline <= Date.now()) return Promise.reject(fail(status.DEADLINE_EXCEEDED, notStarted));
  if (!server) return Promise.reject(fail(status.UNAVAILABLE, notStarted));

  const abort = new AbortController();
  return new Promise<RpcAttemptReply<Reply>>((resolve, reject) => {
    const giveUp = (code: status) => {
      reject(fail(code));
      abort.abort();
    };
    const cancel = () => giveUp(status.CANCELLED);
    const stop = () => giveUp(status.UNAVAILABLE);
    const timer = setTimeout(giveUp, deadline - Date.now(), status.DEADLINE_EXCEEDED);
    call.signal?.addEventListener("abort", cancel, { once: true });
    server.stopped.addEventListener("abort", stop, { once: true });
    const forget = () => {
      clearTimeout(timer);
      call.signal?.removeEventListener("abort", cancel);
      server.stopped.removeEventListener("abort", stop);
    };
    server.running
      .run(() => carryOut(server, attempt, abort.signal))
      .then(resolve, reject)
      .finally(forget);
  });
}

/**
 * Runs the handler. Messages pass as bytes, as over a connection: caller and handler share no object, and both see exactly what they
 * would see in two processes, such as default values, and lists that are encoded already.
 */
async function carryOut<Reply>(
  { rpcs }: MemoryServer,
  attempt: RpcAttempt<Reply>,
  signal: AbortSignal,
): Promise<RpcAttemptReply<Reply>> {
  const { service, method, call, deadline } = attempt;
  const rpc = rpcs.get(method.path);
  if (!rpc) throw new Error(`${service} has no rpc ${method.path}`);
  const metadata = new Map(createCallMetadata(attempt));
  const outcome = await rpc.handle({
    request: rpc.definition.requestDeserialize(method.serialize(attempt.request)),
    readMetadata: (name) => metadata.get(name),
    signal,
    deadline,
  });
  call.onReply?.();
  if (outcome.refusal) throw copyRefusal(outcome.refusal);
  // `responseSerialize` also takes an `EncodedReply`, which the type of grpc-js does not know.
  const bytes = rpc.definition.responseSerialize(outcome.reply as MessageShape<DescMessage>);
  const reply = method.deserialize(bytes);
  call.onReply?.();
  return { reply, replayed: outcome.replayed };
}

/** Copies the fields that a connection transmits. A subclass would pass information about the handler's own calls to this caller. */
function copyRefusal({ code, detail, retryAfter, mayHaveWritten, problems }: Refusal): Refusal {
  return new Refusal(code, detail, retryAfter, mayHaveWritten, problems);
}
