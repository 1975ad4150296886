import { type DescMethod, getOption } from "@bufbuild/protobuf";
import { callers } from "../gen/tenantops/common/v1/callers_pb.js";
import { tool } from "../gen/tenantops/tool/v1/tool_pb.js";
import { areas } from "./areas.js";

/** May call every rpc and every REST route of every service. */
const gateway = "gateway";
/** May call every tool: it carries out what people have approved (docs/decisions/0064). */
const approvals = "approvals";
/** By its name: the plugin reads other descriptors than the generated code has. */
const countService = "tenantops.common.v1.CountService";

/**
 * The issuers of call contexts that may call something of a service, the gateway first. What is counted for analytics
 * is in the areas and in accounts only.
 * @param own the rpcs of the service itself
 * @param common the rpcs that every service has
 */
export function listIssuers(service: string, own: readonly DescMethod[], common: readonly DescMethod[]): string[] {
  const counts = [...areas, "accounts"].some((counting) => counting === service);
  const asked = common.filter(({ parent }) => counts || parent.typeName !== countService);
  const others = [...own, ...asked]
    .flatMap((method) => getOption(method, callers))
    .filter((issuer) => issuer !== service);
  const hasWrites = own.some((method) => getOption(method, tool).preview !== "");
  return [...new Set([gateway, ...others, ...(hasWrites ? [approvals] : [])])];
}
