import { type ChannelCredentials, type ChannelOptions, Client } from "@grpc/grpc-js";
import { toRefusal } from "../../errors/refusal.js";
import type { RpcAttempt, RpcAttemptReply } from "../transport.types.js";
import { sendUnary } from "../send-unary.js";
import { ClientSession } from "./client-session.js";
import { nextReplica, type ReplicaEvent, type ReplicaState } from "./replica.rules.js";
import { countCall, isEjected, newReplica } from "./replica-health.rules.js";
import { requestBytesMax } from "./session-method.js";

/** One replica of a service: its channel and its session stream. */
export class Replica {
  #state: ReplicaState<ClientSession>;
  #health = newReplica;
  readonly #createClient: () => Client;

  constructor(
    readonly target: string,
    options: ChannelOptions,
    credentials: ChannelCredentials,
    private readonly onChange: () => void,
  ) {
    this.#createClient = () => new Client(target, credentials, options);
    this.#state = { kind: "opening", session: this.#open(this.#createClient()) };
  }

  get state(): ReplicaState<ClientSession> {
    return this.#state;
  }

  get hasRoom(): boolean {
    return this.#state.kind === "ready" && this.#state.session.hasRoom;
  }

  /** Whether it has recently failed nearly all calls. */
  get isEjected(): boolean {
    return isEjected(this.#health, performance.now());
  }

  async send<Reply>(attempt: RpcAttempt<Reply>): Promise<RpcAttemptReply<Reply>> {
    try {
      const reply = await this.#send(attempt);
      this.#count(false);
      return reply;
    } catch (error) {
      // An error of the caller, or a cancelled call, is no failure of the replica.
      if (!attempt.call.signal?.aborted) this.#count(toRefusal(error).status >= 500);
      throw error;
    }
  }

  #count(isFailure: boolean): void {
    this.#health = countCall(this.#health, isFailure, performance.now());
  }

  /** A call for which the session has no room, or whose request is too large for it, is sent as a unary call. */
  async #send<Reply>(attempt: RpcAttempt<Reply>): Promise<RpcAttemptReply<Reply>> {
    const { session } = this.#state;
    if (!session.hasRoom) return sendUnary(session.client, attempt);
    const payload = attempt.method.serialize(attempt.request);
    return payload.length > requestBytesMax ? sendUnary(session.client, attempt) : session.send(attempt, payload);
  }

  /** Accepts no further calls. Running calls are still answered. */
  close(): void {
    this.#apply({ type: "closed" });
  }

  #apply(event: ReplicaEvent<ClientSession>): void {
    const before = this.#state;
    const step = nextReplica(before, event);
    if (step === before) return;
    const session =
      typeof step.session === "string"
        ? this.#open(step.session === "on_same_connection" ? before.session.client : this.#createClient())
        : step.session;
    this.#state = { ...step, session };
    if (step.kind === "failed") setTimeout(() => this.#apply({ type: "retry_due" }), step.retryMs).unref();
    if (step.kind === "closed") {
      session.drain();
      session.client.close();
    }
    this.onChange();
  }

  #open(client: Client): ClientSession {
    const session = new ClientSession(client, {
      onReady: () => this.#apply({ type: "accepted", session }),
      onDrain: () => this.#apply({ type: "drained", session }),
      onEnd: (end) => {
        this.#apply({ type: "ended", session, end });
        // A drained stream has ended after its last answer. The connection of the latest session is used again.
        if (this.#state.session !== session) client.close();
      },
    });
    return session;
  }
}
