import { type DescMethod, getOption } from "@bufbuild/protobuf";
import { callers } from "../gen/tenantops/common/v1/callers_pb.js";
import { areas } from "./areas.js";

/** May call every rpc and every REST route of every service. */
const gateway = "gateway";

/**
 * The issuers of call contexts that may call something of a service, the gateway first. An rpc that every service has is called by its callers in the
 * other areas and the gateway only: what they ask for is in no other service.
 * @param own the rpcs of the service itself
 * @param common the rpcs that every service has
 */
export function listIssuers(service: string, own: readonly DescMethod[], common: readonly DescMethod[]): string[] {
  // The gateway counts the calls of tools, so it is asked like an area.
  const ofAreas = [...areas, "accounts", gateway].some((counting) => counting === service) ? common : [];
  const others = [
    ...own.flatMap((method) => getOption(method, callers)),
    ...ofAreas.flatMap((method) => getOption(method, callers)).filter((issuer) => issuer !== service),
  ];
  return [...new Set([gateway, ...others])];
}
