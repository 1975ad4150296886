import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../app/lazy-page.js";
import { businessRoute } from "../../app/root-route.js";
import { flowMessages } from "./messages/index.js";

const needs = { messages: flowMessages, scope: "flows:read" };
const getParentRoute = () => businessRoute;

export const flowRoutes = [
  createRoute({ getParentRoute, path: "flows", ...lazyPage(() => import("./flows-page.js"), needs) }),
  createRoute({ getParentRoute, path: "flows/targets", ...lazyPage(() => import("./targets-page.js"), needs) }),
  createRoute({ getParentRoute, path: "flows/$slug", ...lazyPage(() => import("./flow-page.js"), needs) }),
  createRoute({
    getParentRoute,
    path: "flows/$slug/registrations",
    ...lazyPage(() => import("./registrations-page.js"), needs),
  }),
] as const;
