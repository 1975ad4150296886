import { ResourceService } from "@tenant-ops/proto/common";
import { beforeAll, expect, test } from "vitest";
import { type SharedTestFlows, shareTestFlows } from "./testing.js";

let flows: SharedTestFlows;
beforeAll(async () => void (flows = await shareTestFlows()));

test("flows has the three resources of the specification, and each names its fields and codes", async () => {
  const { listResources, readResource } = flows.newTenant().rpcOf(ResourceService);
  const { resources } = await listResources({});
  expect(resources.map(({ uri, name }) => [uri, name])).toEqual([
    ["service://flows/schema/schemas", "flows_schemas"],
    ["service://flows/schema/glossary", "flows_glossary"],
    ["service://flows/skill", "flows_skill"],
  ]);
  const texts = await Promise.all(resources.map(async ({ uri }) => (await readResource({ uri })).text));
  const [schemas = "", glossary = "", skill = ""] = texts;
  for (const field of ["registrationFields", "targetStatus", "redirect_target_id", "isRequired", "testRun"])
    expect(schemas).toContain(field);
  for (const word of ["conversionRate", "× 100", "utm_campaign"]) expect(glossary).toContain(word);
  for (const code of ["slug_taken", "target_not_found", "flows_propose_create_flow", "?toolsets=operations"])
    expect(skill).toContain(code);
});
