import { type Client, type ClientDuplexStream, status, type StatusObject } from "@grpc/grpc-js";
import { metadataKeys } from "../../call/metadata-keys.js";
import { readRefusal } from "../service-errors.js";
import { createCallMetadata, type RpcAttempt, type RpcAttemptReply } from "../transport.types.js";
import { toUnansweredCall, type UnansweredStatus } from "../unanswered-call.js";
import { type ClientSessionEvent, type ClientSessionState, nextClientSession } from "./client-session.rules.js";
import { FrameQueue } from "./frame-queue.js";
import { decodeFrames, detailText, encodeFrame, type Frame, frameKinds, methodText } from "./frames.js";
import { clientCallsMax, queuedBytesMax, sessionMethod } from "./session-method.js";

export interface SessionEvents {
  /** The server has accepted the stream. */
  onReady: () => void;
  /** The server accepts no further calls on this stream. It still answers the running ones. */
  onDrain: () => void;
  /** The stream is over, and its calls have failed. */
  onEnd: (status: UnansweredStatus) => void;
}

interface WaitingCall {
  attempt: RpcAttempt<unknown>;
  resolve: (reply: RpcAttemptReply<unknown>) => void;
  reject: (error: Error) => void;
  /** Removes the timer and the listener. */
  release: () => void;
}

/** The calls of this process on one stream to one replica. */
export class ClientSession {
  readonly #stream: ClientDuplexStream<Buffer, Buffer>;
  readonly #queue: FrameQueue;
  #state: ClientSessionState<WaitingCall> = { kind: "opening", calls: undefined };
  #lastId = 0;

  constructor(
    readonly client: Client,
    private readonly events: SessionEvents,
  ) {
    const { path, requestSerialize, responseDeserialize } = sessionMethod;
    this.#stream = client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize);
    this.#queue = new FrameQueue(this.#stream);
    this.#stream.on("metadata", () => this.#apply({ type: "accepted" }));
    this.#stream.on("data", (message: Buffer) => this.#receive(message));
    // The status follows.
    this.#stream.on("error", () => undefined);
    this.#stream.on("status", (end: StatusObject) => this.#apply({ type: "ended", end }));
  }

  /** False also while the server reads more slowly than this process sends. */
  get hasRoom(): boolean {
    const { kind, calls } = this.#state;
    return kind === "ready" && calls.size < clientCallsMax && this.#queue.bytes < queuedBytesMax;
  }

  /** Only while it has room. */
  send<Reply>(attempt: RpcAttempt<Reply>, payload: Buffer): Promise<RpcAttemptReply<Reply>> {
    const { kind, calls } = this.#state;
    if (kind !== "ready") throw new Error(`A session that is ${kind} takes no calls`);
    const { method, call, deadline } = attempt;
    this.#lastId = (this.#lastId % 0xffff_ffff) + 1;
    const callId = this.#lastId;
    const timeoutMs = Math.max(Math.ceil(deadline - Date.now()), 0);
    const texts: [string, string][] = [[methodText, method.path], ...createCallMetadata(attempt)];
    const frame = encodeFrame(frameKinds.call, callId, timeoutMs, texts, payload);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUp(callId, deadlineExceeded), timeoutMs);
      const cancel = () => this.#giveUp(callId, cancelled);
      call.signal?.addEventListener("abort", cancel);
      const release = () => {
        clearTimeout(timer);
        call.signal?.removeEventListener("abort", cancel);
      };
      // What `method.deserialize` returns is the `Reply` of this attempt.
      const settle = resolve as (reply: RpcAttemptReply<unknown>) => void;
      calls.set(callId, { attempt, resolve: settle, reject, release });
      this.#queue.push(callId, frame);
      if (call.signal?.aborted) cancel();
    });
  }

  /** Accepts no further calls, and ends the stream after the last answer. */
  drain(): void {
    this.#apply({ type: "drained" });
  }

  #apply(event: ClientSessionEvent): void {
    const before = this.#state;
    const state = nextClientSession(before, event);
    if (state === before) return;
    this.#state = state;
    switch (state.kind) {
      case "opening":
        return;
      case "ready":
        return this.events.onReady();
      case "draining":
        if (state.calls.size === 0) this.#apply(emptied);
        return this.events.onDrain();
      case "finishing":
        return this.#queue.end();
      case "ended":
        for (const [callId, waiting] of before.calls ?? []) {
          waiting.release();
          const wasNotStarted = this.#queue.has(callId);
          waiting.reject(toError(waiting.attempt, { ...brokenStream(state.end), wasNotStarted }));
        }
        this.#queue.discard();
        return this.events.onEnd(state.end);
    }
  }

  #receive(message: Buffer): void {
    try {
      for (const frame of decodeFrames(message)) {
        if (frame.kind === frameKinds.reply || frame.kind === frameKinds.failure) this.#settle(frame);
        else if (frame.kind === frameKinds.drain) this.drain();
      }
    } catch (error) {
      this.#apply({ type: "ended", end: { code: status.UNAVAILABLE, details: String(error) } });
      this.#stream.cancel();
    }
  }

  #settle({ kind, callId, value: code, texts, payload }: Frame): void {
    const waiting = this.#take(callId);
    // The call was cancelled meanwhile.
    if (!waiting) return;
    const { attempt } = waiting;
    attempt.call.onReply?.();
    if (kind === frameKinds.failure) {
      const details = texts.get(detailText) ?? "";
      const refusal = readRefusal((name) => texts.get(name), details);
      return waiting.reject(refusal ?? toError(attempt, { code, details, wasNotStarted: false }));
    }
    try {
      const reply = attempt.method.deserialize(payload);
      attempt.call.onReply?.();
      waiting.resolve({ reply, replayed: texts.has(metadataKeys.replayed) });
    } catch (error) {
      const details = `Response message parsing error: ${String(error)}`;
      waiting.reject(toError(attempt, { code: status.INTERNAL, details, wasNotStarted: false }));
    }
  }

  /** Ends the wait for a call, and sends a cancel frame if the server has received the call. */
  #giveUp(callId: number, end: UnansweredStatus): void {
    const waiting = this.#take(callId);
    if (!waiting) return;
    const wasNotStarted = this.#queue.remove(callId);
    if (!wasNotStarted) this.#queue.push(callId, encodeFrame(frameKinds.cancel, callId, 0));
    waiting.reject(toError(waiting.attempt, { ...end, wasNotStarted }));
  }

  #take(callId: number): WaitingCall | undefined {
    const { calls } = this.#state;
    const waiting = calls?.get(callId);
    if (!calls || !waiting) return undefined;
    calls.delete(callId);
    waiting.release();
    if (calls.size === 0) this.#apply(emptied);
    return waiting;
  }
}

const emptied = { type: "emptied" } as const;
const deadlineExceeded = { code: status.DEADLINE_EXCEEDED, details: "Deadline exceeded" };
const cancelled = { code: status.CANCELLED, details: "Cancelled" };

/** The status of calls on a stream that has ended for any reason: they may be repeated on another stream. */
function brokenStream({ details }: UnansweredStatus): UnansweredStatus {
  return { code: status.UNAVAILABLE, details: `Session stream ended: ${details}` };
}

function toError({ service, access, call }: RpcAttempt<unknown>, end: UnansweredStatus): Error {
  return toUnansweredCall(end, service, access, call.signal?.aborted === true);
}
