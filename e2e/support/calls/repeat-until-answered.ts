import { eventually } from "@tenant-ops/kit/testing";
import type { HttpAnswer } from "../mesh/test-mesh.js";

/** The request was not carried out, or nobody knows, or it is still being carried out: it may be repeated with its key. */
const unanswered = ["service_unavailable", "deadline_exceeded", "idempotency_in_flight"];

/**
 * Repeats a request with the same key or proposal until there is an answer, as clients do it: on a busy machine its work may take longer than a
 * call. Any other answer is returned, whether it is the expected one or not.
 */
export const repeatUntilAnswered = (send: () => Promise<HttpAnswer>): Promise<HttpAnswer> =>
  eventually(async () => {
    const answer = await send();
    if (unanswered.includes(String(answer.body["error"]))) throw new Error(JSON.stringify(answer.body));
    return answer;
  });
