import { type ServerDuplexStream, status } from "@grpc/grpc-js";
import { ServerSession, type SessionRpc } from "./server-session.js";

/** A random part of the age, so that streams that were opened together are not closed together. */
const ageSpread = 0.1;

/** The session streams of a server. */
export class OpenSessions {
  readonly #sessions = new Set<ServerSession>();
  /** Called when the last stream has ended. Set while the server stops: no further streams are opened. */
  #onEmpty: (() => void) | undefined;

  /** @param ageMs after this time the client of a stream is asked to open another one */
  constructor(private readonly ageMs: number) {}

  open(stream: ServerDuplexStream<Buffer, Buffer>, rpcs: ReadonlyMap<string, SessionRpc>): void {
    if (this.#onEmpty) {
      stream.emit("error", { code: status.UNAVAILABLE, details: "No connection established: the server is stopping" });
      return;
    }
    const session = new ServerSession(stream, rpcs);
    const age = this.ageMs * (1 - ageSpread * Math.random());
    const timer = setTimeout(() => session.drain(), age).unref();
    this.#sessions.add(session);
    stream.on("close", () => {
      clearTimeout(timer);
      this.#sessions.delete(session);
      if (this.#sessions.size === 0) this.#onEmpty?.();
    });
  }

  /** Call it when the server stops: asks all clients to send new calls to other replicas, and waits until running calls are answered. */
  async drain(timeoutMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#onEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
      for (const session of this.#sessions) session.drain();
      if (this.#sessions.size === 0) this.#onEmpty();
    });
  }
}
