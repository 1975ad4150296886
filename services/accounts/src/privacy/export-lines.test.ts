import type { RpcClients } from "@tenant-ops/kit/rpc";
import { expect, test } from "vitest";
import { exportLines } from "./export-lines.js";
import type { PersonRequest } from "./person-requests.types.js";

/** A service with three parts of a person. */
const clients = {
  unary: async (_method: unknown, { position }: { position: string }) => {
    const part = Number(position) + 1;
    return {
      message: { lines: Buffer.from(`{"type":"record","part":${part}}\n`), position: part < 3 ? `${part}` : "" },
    };
  },
} as unknown as RpcClients;

const open = (businessId: string) => {
  const identifiers = [{ kind: "email" as const, value: "ana@example.com" }];
  const request = { _id: "prq_1", businessId, identifiers } as PersonRequest & { identifiers: typeof identifiers };
  return exportLines({ clients, services: ["supply"] }, request);
};

async function readToEnd(lines: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of lines) parts.push(part);
  return Buffer.concat(parts).toString();
}

test("an export whose caller pauses reading does not delay another export of the business, and can be continued", async () => {
  const slow = open("biz_1");
  await slow.next();
  await slow.next();
  const complete = '{"type":"end","records":3,"fileParts":0}\n';
  expect(await readToEnd(open("biz_1"))).toContain(complete);
  expect(await readToEnd(slow)).toContain(complete);
});
