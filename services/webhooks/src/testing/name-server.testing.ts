import { createSocket } from "node:dgram";
import ipaddr from "ipaddr.js";

export interface NameServer {
  address: string;
  /** The questions in order, such as `A shop.example.com`. */
  questions: string[];
  close(): Promise<void>;
}

/**
 * A DNS server for tests. It calls `resolve` for each question, so the answer for a name may change between two questions.
 * @param resolve IPv4 and IPv6 addresses; only those of the asked type are sent
 */
export async function startNameServer(resolve: (name: string, count: number) => string[]): Promise<NameServer> {
  const socket = createSocket("udp4");
  const questions: string[] = [];
  const counts = new Map<string, number>();
  socket.on("message", (query, from) => {
    const { name, type, end } = readQuestion(query);
    const key = `${type === 28 ? "AAAA" : "A"} ${name}`;
    questions.push(key);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const addresses = resolve(name, count).map((address) => ipaddr.parse(address).toByteArray());
    const records = addresses.filter((bytes) => bytes.length === (type === 28 ? 16 : 4));
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(records.length, 6);
    header.fill(0, 8, 12);
    // Name (a pointer to the question), type, class IN, TTL 0, length, address.
    const rows = records.map((bytes) => Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]));
    socket.send(Buffer.concat([header, query.subarray(12, end), ...rows]), from.port, from.address);
  });
  await new Promise<void>((started) => socket.bind(0, "127.0.0.1", started));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: () => new Promise((closed) => socket.close(() => closed())),
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("ascii", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}
