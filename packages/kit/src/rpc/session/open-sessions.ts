import type { ServerDuplexStream } from "@grpc/grpc-js";
import { ServerSession, type SessionRpc } from "./server-session.js";

/** The session streams of a server. */
export class OpenSessions {
  readonly #sessions = new Set<ServerSession>();
  #isLeaving = false;

  /** @param ageMs after this time the client of a stream is asked to open another one */
  constructor(private readonly ageMs: number) {}

  open(stream: ServerDuplexStream<Buffer, Buffer>, rpcs: ReadonlyMap<string, SessionRpc>): void {
    const session = new ServerSession(stream, rpcs);
    const timer = setTimeout(() => session.leave(), this.ageMs).unref();
    this.#sessions.add(session);
    stream.on("close", () => {
      clearTimeout(timer);
      this.#sessions.delete(session);
    });
    if (this.#isLeaving) session.leave();
  }

  /** The server stops: asks all clients to send new calls elsewhere. */
  leave(): void {
    this.#isLeaving = true;
    for (const session of this.#sessions) session.leave();
  }
}
