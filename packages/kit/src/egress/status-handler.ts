import { performance } from "node:perf_hooks";
import type { Dispatcher } from "undici";
import { EgressError, toEgressFailure } from "./address-resolver.js";
import type { HttpResult } from "./egress.types.js";

const discardedBytesMax = 16 * 1024;
const bodyTimeoutMs = 2000;

/**
 * Takes the status of an answer. The body is read only so that the connection can serve the next request: when it has more than 16 KiB or lasts longer
 * than two seconds, the connection is closed. A body that breaks off does not change the status.
 */
export class StatusHandler implements Dispatcher.DispatchHandler {
  readonly #endsAt: number;
  #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #status: HttpResult | undefined;
  #bytes = 0;
  #isEnded = false;

  /** @param onEnd gets the result, at most `timeoutMs` after this call, and once */
  constructor(
    timeoutMs: number,
    private readonly onEnd: (result: HttpResult) => void,
  ) {
    this.#endsAt = performance.now() + timeoutMs;
    this.#timer = setTimeout(() => this.#abort(), timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The time was over before there was a connection.
    if (this.#isEnded) this.#abort();
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    code: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // The final status follows.
    if (code < 200) return;
    const retryAfter = headers["retry-after"];
    this.#status = { code, ...(typeof retryAfter === "string" && { retryAfter }) };
    clearTimeout(this.#timer);
    const leftMs = Math.max(this.#endsAt - performance.now(), 0);
    this.#timer = setTimeout(() => this.#abort(), Math.min(bodyTimeoutMs, leftMs));
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > discardedBytesMax) this.#abort();
  }

  onResponseEnd(): void {
    this.#end({ error: "reset" });
  }

  onResponseError(_: unknown, error: Error): void {
    this.#end({ error: toEgressFailure(error) });
  }

  #abort(): void {
    const error = new EgressError("timeout");
    this.#controller?.abort(error);
    this.#end({ error: error.failure });
  }

  /** @param result when no status came */
  #end(result: HttpResult): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.onEnd(this.#status ?? result);
  }
}
