/**
 * Lets a client library convert all tools for a provider of models and send them, and answers every request with 400.
 * No request leaves this machine.
 * @param send calls the model; gets the `fetch` to use. The global one is replaced as well
 * @returns how many tools the request named
 * @throws what the library threw, if it refused the tools before it sent anything
 */
export async function acceptNothing(send) {
  const real = globalThis.fetch;
  let body;
  const refuse = async (request, init) => {
    body = String(init?.body ?? (await request.text()));
    return new Response("{}", { status: 400, headers: { "content-type": "application/json" } });
  };
  globalThis.fetch = refuse;
  try {
    await send(refuse);
  } catch (error) {
    if (body === undefined) throw error;
  } finally {
    globalThis.fetch = real;
  }
  return countTools(JSON.parse(body));
}

/** Gemini groups the declarations; OpenAI and Anthropic send a plain list. */
function countTools({ tools }) {
  return tools.flatMap((tool) => tool.functionDeclarations ?? tool).length;
}
