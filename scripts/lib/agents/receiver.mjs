import { createServer } from "node:http";

/** The endpoint of one business. @returns `events`: webhook-id → the event as it arrived first */
export async function startEventReceiver() {
  const events = new Map();
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part) => (text += part));
    request.on("end", () => {
      const id = request.headers["webhook-id"];
      if (!events.has(id)) events.set(id, JSON.parse(text));
      response.writeHead(204).end();
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    events,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
