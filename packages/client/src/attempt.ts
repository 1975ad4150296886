import createFetchClient from "openapi-fetch";
import { type Answer, readText } from "./answer.js";
import { TenantOpsError } from "./error.js";
import type { Operation, RequestParts } from "./operation.js";

export interface AttemptInput {
  operation: Operation;
  parts: RequestParts;
  headers: Record<string, string>;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** @throws TenantOpsError connection_failed, timeout, aborted or unexpected_answer */
export type SendAttempt = (input: AttemptInput) => Promise<Answer>;

/** The parts of openapi-fetch that are used. The path and its parts come from the document, so its types add nothing here. */
type SendRequest = (method: string, path: string, init: object) => Promise<{ response: Response }>;

export function createSendAttempt(
  baseUrl: string,
  headers: Record<string, string>,
  fetch: (request: Request) => Promise<Response>,
): SendAttempt {
  const sendRequest = createFetchClient({ baseUrl, headers }).request as unknown as SendRequest;
  return async ({ operation: { method, path }, parts, headers: ownHeaders, timeoutMs, signal }) => {
    let text = "";
    const fetchWhole = async (request: Request) => {
      const response = await fetch(request);
      // In browsers, a redirect that is not followed has the status 0.
      if (response.status < 200) throw createUnexpected("is a redirect, or no answer of HTTP");
      text = await readText(response);
      return new Response(null, { status: response.status, headers: response.headers });
    };
    const { response } = await withDeadline(timeoutMs, signal, (limited) =>
      sendRequest(method, path, {
        params: { path: parts.params, query: parts.query },
        body: parts.body,
        headers: ownHeaders,
        signal: limited,
        // The key is not sent to another address.
        redirect: "manual",
        parseAs: "stream",
        fetch: fetchWhole,
      }),
    );
    return { status: response.status, headers: response.headers, text };
  };
}

function createUnexpected(what: string): TenantOpsError {
  return new TenantOpsError({ code: "unexpected_answer", detail: `The answer ${what}.` });
}

async function withDeadline<Result>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  run: (limited: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  signal?.addEventListener("abort", abort);
  try {
    return await run(controller.signal);
  } catch (error) {
    if (error instanceof TenantOpsError) throw error;
    if (signal?.aborted) throw createAborted(signal);
    if (controller.signal.aborted)
      throw new TenantOpsError({ code: "timeout", detail: `No complete answer within ${timeoutMs / 1000} seconds.` });
    throw new TenantOpsError({ code: "connection_failed", detail: describeFailure(error), cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

export function createAborted({ reason }: AbortSignal): TenantOpsError {
  return new TenantOpsError({ code: "aborted", detail: "The call was aborted by its signal.", cause: reason });
}

/** The message of `fetch` is only "fetch failed"; the reason is the code of its cause, such as ECONNREFUSED. */
function describeFailure(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? ` (${String(cause.code)})` : "";
  return `The server could not be reached, or the connection broke${code}.`;
}
