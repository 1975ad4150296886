import { type Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";

/**
 * Answers a request of the protocol up to 2025-11-25, which needs no session and gets none.
 * @param streams answer as an event stream, because progress was asked for
 */
export async function answerLegacy(
  server: Server,
  request: Request,
  parsedBody: unknown,
  streams: boolean,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: !streams,
  });
  await server.connect(transport);
  // When the caller goes away the transport never answers; this ends the wait.
  const gone = new Promise<Response>((resolve) => {
    request.signal.addEventListener("abort", () => {
      void server.close();
      resolve(new Response(null, { status: 499 }));
    });
  });
  const response = await Promise.race([transport.handleRequest(request, { parsedBody }), gone]);
  if (!streams) void server.close();
  return response;
}
