// One mesh for all end-to-end tests that neither stop its processes nor change its settings. Runs in the process of vitest, before
// the tests; the mesh starts when the first of them asks for it, so that a run without such a test starts none.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { type Mesh, startMesh } from "../../scripts/lib/mesh/mesh.mjs";
import { createTestSettings } from "./test-settings.js";

declare module "vitest" {
  export interface ProvidedContext {
    sharedMeshUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<Mesh> | undefined;
  // The tests run in another process, whose environment has the target of their project.
  const target = project.config.env["E2E_TARGET"] === "all" ? "all" : "mesh";
  const server = createServer((_, response) => {
    // An erasure waits this long for calls under way; by default 20 seconds.
    starting ??= startMesh({ target, env: createTestSettings({ gateway: { PERSON_SETTLE_MS: 2000 } }) });
    starting.then(
      // Processes can only be controlled by the process that started them.
      ({ processes: _processes, nats: _nats, ...mesh }) => response.end(JSON.stringify(mesh)),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  project.provide("sharedMeshUrl", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    await (await starting)?.stop();
  };
}
