import { expect } from "vitest";
import { type CatalogTool, tools } from "@tenant-ops/proto";
import { hostileTexts, listTextPaths, type Path, replaceAt } from "../faults/hostile-inputs.js";
import { fillSampleArguments, listIdArguments, type SeededTenant } from "../records/seeded-tenants.js";
import type { HttpAnswer, TestMesh } from "../mesh/test-mesh.js";

/** Every refusal has a code, a sentence and the request id, and no internal details. */
export function expectCompleteRefusal({ body, headers }: HttpAnswer): void {
  const requestId = headers.get("x-request-id");
  const { problems = [], ...rest } = body as { problems?: { rule: string }[] };
  expect(rest).toEqual({
    error: expect.stringMatching(/^[a-z_]+$/),
    detail: expect.stringMatching(/\S/),
    request_id: requestId,
  });
  for (const { rule } of problems) expect(rule).toMatch(/^[a-z_]+$/);
  expect(body["error"]).not.toBe("internal_server_error");
  expect(JSON.stringify(body)).not.toMatch(/mongodb:|MongoServerError|node_modules|\.js:\d|protobuf|grpc/i);
}

export const formatPath = (path: Path) => path.join(".").replaceAll(/\.(\d+)/g, "[$1]");

/** Every place in the arguments of a tool where text is expected. */
export const listTextPlaces = () =>
  tools.flatMap((tool) =>
    listTextPaths(tool).map((path) => ({ tool, path, name: tool.name, place: formatPath(path) })),
  );

/** The texts at this place are stored or refused like any text. */
export async function expectTreatedAsText(
  testMesh: TestMesh,
  own: SeededTenant,
  { tool, path, place }: { tool: CatalogTool; path: Path; place: string },
  texts: readonly string[] = hostileTexts,
): Promise<void> {
  const args = fillSampleArguments(tool, own);
  await Promise.all(
    texts.map(async (text) => {
      const answer = await testMesh.callTool(own, tool.name, replaceAt(args, path, text) as object);
      expect([text, answer.status]).toEqual([text, expect.toBeOneOf([200, 404, 409, 422])]);
      if (answer.status !== 200) expectCompleteRefusal(answer);
      // The text is the id of no record, so a list filtered by it is empty.
      else if (listIdArguments(tool).includes(place) && place.endsWith("_id")) expect(answer.body["count"]).toBe(0);
    }),
  );
}
