import { connect, createServer } from "node:net";

/**
 * Stands for the Service of a cluster: sends each connection to the next of the ports, and to another one while nothing listens there.
 * @returns `{ url, close() }`
 */
export async function startTcpBalancer(ports) {
  const sockets = new Set();
  let next = 0;

  function pass(incoming, attempts) {
    const outgoing = connect(ports[next++ % ports.length], "127.0.0.1");
    let isConnected = false;
    sockets.add(outgoing);
    outgoing.on("connect", () => {
      isConnected = true;
      incoming.pipe(outgoing).pipe(incoming);
    });
    outgoing.on("error", () => undefined);
    outgoing.on("close", () => {
      sockets.delete(outgoing);
      if (!isConnected && attempts > 1 && !incoming.destroyed) pass(incoming, attempts - 1);
      else incoming.destroy();
    });
    incoming.on("close", () => outgoing.destroy());
  }

  const server = createServer((incoming) => {
    sockets.add(incoming);
    incoming.on("error", () => undefined).on("close", () => sockets.delete(incoming));
    pass(incoming, ports.length);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
