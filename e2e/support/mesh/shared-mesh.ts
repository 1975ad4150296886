// One mesh for all end-to-end tests that neither stop its processes nor change its settings. Runs in the process of vitest, before
// the tests; the mesh starts when the first of them asks for it, so that a run without such a test starts none.
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { type Mesh, startMesh } from "../../../scripts/lib/mesh/mesh.mjs";
import { startMailServer } from "../people/mail-server.js";
import { createEventStream } from "./create-event-stream.js";
import { createTestSettings } from "./test-settings.js";

declare module "vitest" {
  export interface ProvidedContext {
    sharedMeshUrl: string;
  }
}

/** The second gateway has the settings of the first; for the third see `getBriefUrl` in test-mesh.ts. */
async function startSharedMesh(target: "mesh" | "all", gateways: number, smtpUrl: string): Promise<Mesh> {
  return startMesh({
    target,
    gateways,
    env: createTestSettings({
      // An erasure waits this long for calls under way; by default 20 seconds.
      accounts: { PERSON_SETTLE_MS: 500 },
      console: { SMTP_URL: smtpUrl, MAIL_FROM: "approvals@example.com" },
      // A delivery that is refused each time has failed within seconds; by default after days.
      webhooks: { WEBHOOK_RETRY_SCHEDULE: Array(9).fill("200ms").join(",") },
      "gateway-3": { PROPOSAL_SECRET: randomBytes(32).toString("base64url"), PROPOSAL_LIFETIME_SECONDS: 5 },
    }),
  });
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await createEventStream(process.env["TEST_NATS_URL"] ?? "");
  // The console offers settings of mails where there is a server. Tests of mails have one of their own.
  const mailServer = await startMailServer();
  let starting: Promise<Mesh> | undefined;
  // The tests run in another process, whose environment has the target of their project.
  const target = project.config.env["E2E_TARGET"] === "all" ? "all" : "mesh";
  const server = createServer((_, response) => {
    starting ??= startSharedMesh(target, Number(project.config.env["SHARED_GATEWAYS"]), mailServer.url);
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
    await mailServer.close();
  };
}
