import { type DescMethod, getOption, hasOption } from "@bufbuild/protobuf";
import { callers as callersOption, ResourceService, tool } from "@tenant-ops/proto/common";
import type { VerifiedContext } from "../call/call.js";
import { approvalsIssuer, gatewayIssuer } from "../call/metadata-keys.js";
import { canReadResources, requireScopes } from "../call/scopes.js";
import { Refusal } from "../errors/refusal.js";
import type { Logger } from "../telemetry/logger.js";
import { getAccess } from "./definition.js";

export type Authorize = (context: VerifiedContext) => void;

/**
 * Who may call an rpc: the gateway, with the scope of the area, and the services that the rpc names in its option `callers`. So the key of one
 * service allows only the rpcs that the service uses. approvals calls tools in the name of the key or connection that has asked.
 * @returns a function that throws Refusal unauthorized for another issuer, forbidden without the scope
 */
export function createAuthorizer(method: DescMethod, service: string, logger: Logger): Authorize {
  const callers = getOption(method, callersOption);
  const access = getAccess(method);
  return ({ issuer, caller }) => {
    const isApproved = issuer === approvalsIssuer && hasOption(method, tool);
    if (issuer !== gatewayIssuer && !isApproved) {
      if (callers.includes(issuer)) return;
      logger.warn({ issuer, rpc: `${method.parent.name}.${method.name}` }, "rpc refused: not for this issuer");
      throw new Refusal("unauthorized", `The call context of ${issuer} is not valid for ${method.name}.`);
    }
    if (method.parent === ResourceService && canReadResources(caller, service)) return;
    requireScopes(caller, [`${service}:${access}`], method.name);
  };
}
