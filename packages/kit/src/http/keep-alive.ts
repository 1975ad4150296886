/**
 * How long a connection without a request stays open. Clients are told some seconds less: who sends a request just before the time ends would
 * otherwise meet a connection that the server closes, and cannot know whether the request has arrived. Node tells them the whole time.
 */
export const keepAlive = { timeoutMs: 75_000, headers: { "keep-alive": "timeout=70" } };
