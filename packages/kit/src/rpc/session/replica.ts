import { type ChannelCredentials, Client } from "@grpc/grpc-js";
import { toRefusal } from "../../errors/refusal.js";
import { createReplicaOptions } from "../channel-options.js";
import type { RpcAttempt, RpcAttemptReply } from "../transport.types.js";
import { sendUnary } from "../send-unary.js";
import type { UnansweredStatus } from "../unanswered-call.js";
import { ClientSession } from "./client-session.js";
import { countCall, isEjected, newReplica } from "./replica-health.rules.js";
import { requestBytesMax } from "./session-method.js";

const backoffMsMin = 100;
const backoffMsMax = 500;

/** `opening`: calls wait for it. `ready`: its session takes calls. `failed`: the last attempt to connect failed; another one follows. */
type ReplicaState = "opening" | "ready" | "failed";

/** One replica of a service: its channel and its session stream. */
export class Replica {
  #client: Client;
  #session: ClientSession | undefined;
  #state: ReplicaState = "opening";
  #backoffMs = backoffMsMin;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #failure: UnansweredStatus | undefined;
  #health = newReplica;
  readonly #createClient: () => Client;

  constructor(
    readonly target: string,
    name: string | undefined,
    credentials: ChannelCredentials,
    private readonly onChange: () => void,
  ) {
    this.#createClient = () => new Client(target, credentials, createReplicaOptions(name));
    this.#client = this.#createClient();
    this.#open();
  }

  get state(): ReplicaState {
    return this.#state;
  }

  /** Why the last attempt to connect failed. */
  get failure(): UnansweredStatus | undefined {
    return this.#failure;
  }

  get hasRoom(): boolean {
    return this.#state === "ready" && this.#session?.hasRoom === true;
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
    const session = this.#session;
    if (!session?.hasRoom) return sendUnary(this.#client, attempt);
    const payload = attempt.method.serialize(attempt.request);
    return payload.length > requestBytesMax ? sendUnary(this.#client, attempt) : session.send(attempt, payload);
  }

  /** Accepts no further calls. Running calls are still answered. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#session?.drain();
    this.#client.close();
  }

  #open(): void {
    const client = this.#client;
    const session = new ClientSession(client, {
      onReady: () => {
        this.#backoffMs = backoffMsMin;
        this.#change("ready");
      },
      onDrain: () => this.#reopen(session),
      onEnd: (end) => {
        this.#onEnd(session, end);
        if (client !== this.#client) client.close();
      },
    });
    this.#session = session;
  }

  #onEnd(session: ClientSession, end: UnansweredStatus): void {
    // A stream that is being drained ends when its calls have ended.
    if (session !== this.#session || this.#isClosed) return;
    this.#failure = end;
    if (this.#state === "ready") this.#reopen(session);
    else {
      this.#openAfter(this.#backoffMs);
      this.#backoffMs = Math.min(2 * this.#backoffMs, backoffMsMax);
      this.#change("failed");
    }
  }

  /** Opens the next session on a connection of its own. The old connection is closed after the last answer. */
  #reopen(session: ClientSession): void {
    if (session !== this.#session || this.#isClosed) return;
    this.#client = this.#createClient();
    this.#change("opening");
    this.#open();
  }

  #openAfter(ms: number): void {
    this.#session = undefined;
    this.#timer = setTimeout(() => this.#open(), ms).unref();
  }

  #change(state: ReplicaState): void {
    this.#state = state;
    this.onChange();
  }
}
