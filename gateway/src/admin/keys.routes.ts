import { createKey, getKey, listKeys, revokeKey, rotateKey } from "@tenant-ops/rest/gateway";
import type { FastifyInstance } from "fastify";
import { createKeyActions, type KeyActionOptions } from "../accounts/key-actions.js";
import { bindOperatorRoute, type OperatorRouteOptions } from "./bind-operator-route.js";

export interface KeyRouteOptions extends OperatorRouteOptions, KeyActionOptions {}

/** The keys of a business. The caller is the operator; a key is shown only in the reply that creates it. */
export function registerKeyRoutes(app: FastifyInstance, options: KeyRouteOptions): void {
  const actions = createKeyActions(options);
  bindOperatorRoute(app, options, listKeys, actions.list);
  bindOperatorRoute(app, options, getKey, ({ params }) => actions.get(params));
  bindOperatorRoute(app, options, createKey, actions.create);
  bindOperatorRoute(app, options, rotateKey, actions.rotate);
  bindOperatorRoute(app, options, revokeKey, actions.revoke);
}
