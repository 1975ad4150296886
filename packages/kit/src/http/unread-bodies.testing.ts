import { once } from "node:events";
import { connect } from "node:net";

/** Writes everything before it reads anything, as Python's `http.client` does. @returns what the server has sent until it closed the connection */
export async function sendWithoutReading(port: number, ...parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  for (const part of parts) {
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.write(part, () => resolve());
    });
  }
  const received: Buffer[] = [];
  for await (const bytes of socket) received.push(bytes as Buffer);
  return Buffer.concat(received).toString("utf8");
}
