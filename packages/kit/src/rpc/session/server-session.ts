import type { DescMessage, MessageShape } from "@bufbuild/protobuf";
import { Metadata, type MethodDefinition, type ServerDuplexStream, status } from "@grpc/grpc-js";
import { Cancellation } from "../../call/cancellation.js";
import { metadataKeys } from "../../call/metadata-keys.js";
import { Refusal } from "../../errors/refusal.js";
import type { CallHandler, CallOutcome } from "../call-handler.types.js";
import type { EncodedReply } from "../definition.js";
import { createTrailerValues, toGrpcStatus } from "../service-errors.js";
import { FrameQueue } from "./frame-queue.js";
import { decodeFrames, detailText, encodeFrame, type Frame, frameKinds, methodText } from "./frames.js";
import { nextServerSession, type ServerSessionEvent, type ServerSessionState } from "./server-session.rules.js";
import { queuedBytesMax, replyBytesMax, serverCallsMax } from "./session-method.js";

/** A timer of Node.js with a longer time fires at once. */
const timerMsMax = 0x7fff_ffff;

type Reply = MessageShape<DescMessage> | EncodedReply<DescMessage>;

/** The parts of an rpc that a session uses. */
export interface SessionRpc {
  definition: Pick<MethodDefinition<MessageShape<DescMessage>, Reply>, "requestDeserialize" | "responseSerialize">;
  handle: CallHandler;
}

interface RunningCall {
  cancellation: Cancellation;
  deadline: NodeJS.Timeout;
}

/** Serves the calls of one session stream. */
export class ServerSession {
  readonly #queue: FrameQueue;
  #state: ServerSessionState<RunningCall> = { kind: "serving", calls: new Map() };

  constructor(
    private readonly stream: ServerDuplexStream<Buffer, Buffer>,
    /** By path. */
    private readonly rpcs: ReadonlyMap<string, SessionRpc>,
  ) {
    this.#queue = new FrameQueue(stream, () => stream.resume());
    stream.on("data", (message: Buffer) => this.#receive(message));
    stream.on("end", () => this.#apply({ type: "client_ended" }));
    stream.on("cancelled", () => this.#apply({ type: "aborted" }));
    // The client sends its first call when it has these headers, so it knows that this server has sessions.
    stream.sendMetadata(new Metadata());
  }

  /** Asks the client to send new calls on another stream. The client ends this stream after the last answer. */
  drain(): void {
    this.#apply({ type: "drained" });
  }

  #apply(event: ServerSessionEvent): void {
    const before = this.#state;
    const state = nextServerSession(before, event);
    if (state === before) return;
    this.#state = state;
    switch (state.kind) {
      case "serving":
        return;
      case "draining":
        return this.#queue.push(0, encodeFrame(frameKinds.drain, 0, 0));
      case "closing":
        if (state.calls.size === 0) this.#apply(emptied);
        return;
      case "finished":
        return this.#queue.end();
      case "aborted":
        for (const { cancellation, deadline } of before.calls?.values() ?? []) {
          clearTimeout(deadline);
          cancellation.abort();
        }
    }
  }

  #receive(message: Buffer): void {
    try {
      for (const frame of decodeFrames(message)) {
        if (frame.kind === frameKinds.call) this.#begin(frame);
        else if (frame.kind === frameKinds.cancel) this.#state.calls?.get(frame.callId)?.cancellation.abort();
      }
    } catch (error) {
      this.#apply({ type: "aborted" });
      this.stream.removeAllListeners("data");
      this.stream.once("finish", () => this.stream.destroy());
      this.stream.emit("error", { code: status.INVALID_ARGUMENT, details: String(error) });
    }
  }

  /** @throws Error for an id that is in use */
  #begin(frame: Frame): void {
    const { calls } = this.#state;
    if (!calls) return;
    const { callId, texts, value: timeoutMs } = frame;
    if (calls.has(callId)) throw new Error(`Malformed frame: call ${callId} is under way`);
    const path = texts.get(methodText);
    const rpc = path === undefined ? undefined : this.rpcs.get(path);
    if (!rpc) return this.#fail(callId, status.UNIMPLEMENTED, `The server does not implement ${path}`);
    if (calls.size >= serverCallsMax) return this.#refuse(callId, tooManyCalls);
    const cancellation = new Cancellation();
    const deadline = setTimeout(() => cancellation.abort(), Math.min(timeoutMs, timerMsMax));
    calls.set(callId, { cancellation, deadline });
    let request: MessageShape<DescMessage>;
    try {
      request = rpc.definition.requestDeserialize(frame.payload);
    } catch (error) {
      this.#finish(callId);
      return this.#fail(callId, status.INTERNAL, `Request message parsing error: ${String(error)}`);
    }
    const readMetadata = (name: string) => texts.get(name);
    void rpc
      .handle({ request, readMetadata, signal: cancellation, deadline: Date.now() + timeoutMs })
      .then((outcome) => {
        this.#answer(callId, rpc, outcome);
        this.#finish(callId);
      });
  }

  #answer(callId: number, rpc: SessionRpc, outcome: CallOutcome): void {
    const call = this.#state.calls?.get(callId);
    // Its client has cancelled the call or has disconnected.
    if (!call || call.cancellation.aborted) return;
    if (outcome.refusal) return this.#refuse(callId, outcome.refusal);
    try {
      const payload = rpc.definition.responseSerialize(outcome.reply);
      if (payload.length > replyBytesMax) throw new Error(`${payload.length} bytes are larger than ${replyBytesMax}`);
      const texts: [string, string][] = outcome.replayed ? [[metadataKeys.replayed, "true"]] : [];
      this.#send(callId, encodeFrame(frameKinds.reply, callId, 0, texts, payload));
    } catch (error) {
      this.#fail(callId, status.INTERNAL, `Response message serialization failure: ${String(error)}`);
    }
  }

  #refuse(callId: number, refusal: Refusal): void {
    this.#fail(callId, toGrpcStatus(refusal.status), refusal.detail, Object.entries(createTrailerValues(refusal)));
  }

  #fail(callId: number, code: status, detail: string, trailer: [string, string][] = []): void {
    this.#send(callId, encodeFrame(frameKinds.failure, callId, code, [[detailText, detail], ...trailer]));
  }

  #send(callId: number, parts: readonly Buffer[]): void {
    this.#queue.push(callId, parts);
    // From a client that reads answers more slowly than it sends calls, no further calls are read until it has read.
    if (this.#queue.bytes > queuedBytesMax) this.stream.pause();
  }

  #finish(callId: number): void {
    const { calls } = this.#state;
    if (!calls) return;
    clearTimeout(calls.get(callId)?.deadline);
    calls.delete(callId);
    if (calls.size === 0) this.#apply(emptied);
  }
}

const emptied = { type: "emptied" } as const;
const tooManyCalls = new Refusal(
  "service_unavailable",
  `This connection has ${serverCallsMax} calls under way; nothing was written.`,
  1,
);
