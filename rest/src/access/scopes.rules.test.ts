import { isRouteWrite } from "@tenant-ops/kit/http";
import { areas, tools } from "@tenant-ops/proto";
import { expect, test } from "vitest";
import { personRoutes, routes } from "../index.js";
import { callerKinds, judgeRoute } from "./access.rules.js";
import { agentScopes, areaScopes, areaWords, keyScopes } from "./scopes.js";
import { listRoleScopes, roles } from "./roles.js";

test("analytics can be read, by agents, keys and every role, and no scope allows to write it", () => {
  for (const scopes of [agentScopes, keyScopes, ...roles.map(listRoleScopes)])
    expect(scopes.filter((scope) => scope.startsWith("analytics:"))).toEqual(["analytics:read"]);
});

test("an area has words about changes exactly if a scope allows them", () => {
  const described = areas.filter((area) => areaWords[area].write !== undefined);
  expect(areaScopes.write).toEqual(described.map((area) => `${area}:write`));
  expect(areaScopes.read).toEqual(areas.map((area) => `${area}:read`));
});

test("approvals are decided, and their rules changed, by people only: no route and no tool for a key or an agent of a person", () => {
  const ofApprovals = [...routes, ...personRoutes].filter(({ service }) => service === "approvals");
  const writes = ofApprovals.filter((route) => isRouteWrite(route) || route.isPreview);
  expect(writes.map(({ id }) => id)).toEqual(["decideApproval", "setApprovalPolicy", "tryApprovalPolicy"]);
  const programs = callerKinds.filter(({ kind }) => kind !== "person");
  expect(programs.flatMap((caller) => writes.filter((route) => judgeRoute(route, caller) !== "no"))).toEqual([]);
  expect(tools.filter(({ name, service }) => /^approvals|approvals\.v1/.test(`${name} ${service}`))).toEqual([]);
  // Nothing that a program may have is the scope of a decision.
  expect([...keyScopes, ...agentScopes]).not.toContain("approvals:decide");
});
