import { type Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";

/**
 * Answers a request of a protocol version up to 2025-11-25. No session is created, because no method needs one.
 * @param isStreamed reply with an event stream, because the caller asked for progress
 */
export async function answerLegacy(
  server: Server,
  request: Request,
  parsedBody: unknown,
  isStreamed: boolean,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: !isStreamed,
  });
  await server.connect(transport);
  // After an abort the transport never returns a response.
  const aborted = new Promise<Response>((resolve) => {
    request.signal.addEventListener("abort", () => {
      void server.close();
      resolve(new Response(null, { status: 499 }));
    });
  });
  const response = await Promise.race([transport.handleRequest(request, { parsedBody }), aborted]);
  if (!isStreamed) void server.close();
  return response;
}
