import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../app/lazy-page.js";
import { businessRoute } from "../../app/root-route.js";
import { readFilters } from "../../components/filter-spec.js";
import { webhookMessages } from "./messages/index.js";
import { deliveryFilters } from "./webhooks.filters.js";

const needs = { messages: webhookMessages, scope: "webhooks:read" };
const getParentRoute = () => businessRoute;

export const webhookRoutes = [
  createRoute({ getParentRoute, path: "webhooks", ...lazyPage(() => import("./endpoints-page.js"), needs) }),
  createRoute({
    getParentRoute,
    path: "webhooks/endpoints/$endpointId",
    ...lazyPage(() => import("./endpoint-page.js"), needs),
  }),
  createRoute({
    getParentRoute,
    path: "webhooks/deliveries",
    validateSearch: readFilters(deliveryFilters),
    ...lazyPage(() => import("./deliveries-page.js"), needs),
  }),
  createRoute({
    getParentRoute,
    path: "webhooks/deliveries/$traceId",
    ...lazyPage(() => import("./delivery-page.js"), needs),
  }),
  createRoute({
    getParentRoute,
    path: "webhooks/recoveries",
    ...lazyPage(() => import("./recoveries-page.js"), needs),
  }),
  createRoute({ getParentRoute, path: "webhooks/events", ...lazyPage(() => import("./event-types-page.js"), needs) }),
] as const;
