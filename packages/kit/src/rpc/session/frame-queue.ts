import type { Writable } from "node:stream";
import { messageBytesMax } from "./session-method.js";

interface QueuedFrame {
  callId: number;
  parts: readonly Buffer[];
  bytes: number;
}

/**
 * Sends the frames of one iteration of the event loop in one message. While the stream has backpressure, frames stay in the queue, from which those of
 * cancelled calls can be removed.
 */
export class FrameQueue {
  #frames: QueuedFrame[] = [];
  #bytes = 0;
  /** `scheduled`: the frames are written in this iteration of the event loop. `blocked`: when the stream has no backpressure any more. */
  #state: "idle" | "scheduled" | "blocked" = "idle";
  #isEnding = false;

  constructor(
    private readonly stream: Writable,
    /** Called when the queue is empty. */
    private readonly onWritten: () => void = () => undefined,
  ) {
    stream.on("drain", () => this.#flush());
  }

  /** Bytes that are not written yet. */
  get bytes(): number {
    return this.#bytes;
  }

  push(callId: number, parts: readonly Buffer[]): void {
    const bytes = parts.reduce((sum, part) => sum + part.length, 0);
    this.#frames.push({ callId, parts, bytes });
    this.#bytes += bytes;
    this.#schedule();
  }

  /** Whether a frame of this call waits to be written. */
  has(callId: number): boolean {
    return this.#frames.some((frame) => frame.callId === callId);
  }

  /** @returns false when no frame of the call was waiting any more */
  remove(callId: number): boolean {
    const index = this.#frames.findIndex((frame) => frame.callId === callId);
    if (index < 0) return false;
    this.#bytes -= this.#frames.splice(index, 1)[0]?.bytes ?? 0;
    return true;
  }

  /** Ends the stream after the frames that wait. */
  end(): void {
    this.#isEnding = true;
    this.#schedule();
  }

  /** For a stream that is over. */
  discard(): void {
    this.#frames = [];
    this.#bytes = 0;
  }

  #schedule(): void {
    if (this.#state !== "idle") return;
    this.#state = "scheduled";
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#state = "idle";
    if (this.stream.destroyed || this.stream.writableEnded) return;
    let sent = 0;
    while (sent < this.#frames.length && this.#state === "idle") {
      const parts: Buffer[] = [];
      let bytes = 0;
      do {
        const frame = this.#frames[sent] as QueuedFrame;
        parts.push(...frame.parts);
        bytes += frame.bytes;
        sent += 1;
      } while (sent < this.#frames.length && bytes + (this.#frames[sent]?.bytes ?? 0) <= messageBytesMax);
      this.#bytes -= bytes;
      if (!this.stream.write(Buffer.concat(parts, bytes))) this.#state = "blocked";
    }
    this.#frames.splice(0, sent);
    if (this.#state === "idle") this.onWritten();
    if (this.#isEnding && this.#frames.length === 0) this.stream.end();
  }
}
