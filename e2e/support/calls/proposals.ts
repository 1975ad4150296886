import { setTimeout as sleep } from "node:timers/promises";
import { eventually } from "@tenant-ops/kit/testing";
import { type CatalogTool, tools } from "@tenant-ops/proto";
import { expect } from "vitest";
import type { Business, HttpAnswer, TestMesh } from "../mesh/test-mesh.js";

export interface Approval {
  args: object;
  answer: HttpAnswer;
  expiresAt: string;
}

/** Previews and writes. On a slow machine a proposal with a short lifetime may expire before its approval arrives; then it is previewed again. */
export function proposeAndWrite(
  testMesh: TestMesh,
  business: Business,
  tool: CatalogTool,
  given: object,
  url: string,
): Promise<Approval> {
  return eventually(async () => {
    const preview = await testMesh.callToolOrThrow(business, tool.preview ?? "", given, { url });
    const args = { ...given, proposal_token: preview["proposal_token"] };
    const answer = await testMesh.callTool(business, tool.name, args, { url });
    expect(answer.body["error"]).not.toBe("proposal_expired");
    return { args, answer, expiresAt: String(preview["expires_at"]) };
  });
}

export async function waitUntilExpired(expiresAt: string): Promise<void> {
  while (Date.now() <= Date.parse(expiresAt)) await sleep(100);
}

export function requireTool(name: string): CatalogTool {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
}
