import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../app/lazy-page.js";
import { businessRoute } from "../../app/root-route.js";
import { readFilters } from "../../components/filter-spec.js";
import { connectionFilters } from "./connections.filters.js";
import { connectionMessages as messages } from "./messages/index.js";

export const connectionRoutes = [
  createRoute({
    getParentRoute: () => businessRoute,
    path: "settings/connections",
    validateSearch: readFilters(connectionFilters),
    ...lazyPage(() => import("./connections-page.js"), { messages, scope: "connections:read" }),
  }),
] as const;
