import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import { AnalyticsService } from "@tenant-ops/proto/analytics";
import { CountService, ResourceService } from "@tenant-ops/proto/common";
import { FlowsService } from "@tenant-ops/proto/flows";
import { LearningService } from "@tenant-ops/proto/learning";
import { RoulettesService } from "@tenant-ops/proto/roulettes";
import { SupplyService } from "@tenant-ops/proto/supply";
import { WebhooksService } from "@tenant-ops/proto/webhooks";
import { describe, expect, test } from "vitest";
import type { Caller } from "../call/call.js";
import { createLogger } from "../telemetry/logger.js";
import { createAuthorizer } from "./authorize.js";

const services: Record<string, DescService> = {
  supply: SupplyService,
  roulettes: RoulettesService,
  learning: LearningService,
  flows: FlowsService,
  webhooks: WebhooksService,
  analytics: AnalyticsService,
};
const methods = Object.entries(services).flatMap(([service, api]) =>
  [...api.methods, ...ResourceService.methods, ...CountService.methods].map((method) => ({
    service,
    name: method.name,
    method,
  })),
);

const logger = createLogger("test", "silent");
/** "ok", or the code of the refusal. */
function authorize(service: string, method: DescMethod, issuer: string, scopes: readonly string[]): string {
  const caller: Caller = { businessId: "", country: "", currency: "", timeZone: "UTC", keyId: "key_1", scopes };
  try {
    createAuthorizer(method, service, logger)({ issuer, caller });
    return "ok";
  } catch (error) {
    return String(Reflect.get(Object(error), "code"));
  }
}

describe.each(methods)("$service.$name", ({ service, name, method }) => {
  const isRead = method.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;
  const isResource = method.parent === ResourceService;

  test("may be called by the gateway with the scope of its area, and with no other", () => {
    expect(authorize(service, method, "gateway", ["*"])).toBe("ok");
    expect(authorize(service, method, "gateway", [`${service}:read`])).toBe(isRead ? "ok" : "forbidden");
    expect(authorize(service, method, "gateway", [`${service}:write`])).toBe(
      !isRead || isResource ? "ok" : "forbidden",
    );
    for (const other of Object.keys(services).filter((name) => name !== service))
      expect(authorize(service, method, "gateway", [`${other}:read`, `${other}:write`])).toBe("forbidden");
    expect(authorize(service, method, "gateway", [])).toBe("forbidden");
  });

  test("may be called by another process only if it is a look-up of flows or a query of analytics, then also without a scope", () => {
    const isLookUp = name === "GetTarget" && ["roulettes", "learning"].includes(service);
    const isQuery = name === "QueryCounts";
    for (const issuer of ["supply", "roulettes", "learning", "webhooks", "", "__proto__"])
      expect(authorize(service, method, issuer, ["*"])).toBe("unauthorized");
    for (const scopes of [["*"], []]) {
      expect(authorize(service, method, "flows", scopes)).toBe(isLookUp ? "ok" : "unauthorized");
      expect(authorize(service, method, "analytics", scopes)).toBe(isQuery ? "ok" : "unauthorized");
    }
  });
});
