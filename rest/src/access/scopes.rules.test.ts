import { areas } from "@tenant-ops/proto";
import { expect, test } from "vitest";
import { agentScopes, areaScopes, areaWords, keyScopes } from "./scopes.js";
import { listRoleScopes } from "./roles.js";
import { roles } from "../console/records.js";

test("analytics can be read, by agents, keys and every role, and no scope allows to write it", () => {
  for (const scopes of [agentScopes, keyScopes, ...roles.map(listRoleScopes)])
    expect(scopes.filter((scope) => scope.startsWith("analytics:"))).toEqual(["analytics:read"]);
});

test("an area has words about changes exactly if a scope allows them", () => {
  const described = areas.filter((area) => areaWords[area].write !== undefined);
  expect(areaScopes.write).toEqual(described.map((area) => `${area}:write`));
  expect(areaScopes.read).toEqual(areas.map((area) => `${area}:read`));
});
