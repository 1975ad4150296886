import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../app/lazy-page.js";
import { businessRoute } from "../../app/root-route.js";
import { readFilters } from "../../components/filter-spec.js";
import { settingsMessages as messages } from "./messages/index.js";
import { memberFilters } from "./settings.filters.js";

const getParentRoute = () => businessRoute;

export const settingsRoutes = [
  createRoute({
    getParentRoute,
    path: "settings/members",
    validateSearch: readFilters(memberFilters),
    ...lazyPage(() => import("./members-page.js"), { messages, scope: "members:read" }),
  }),
  createRoute({
    getParentRoute,
    path: "settings/sign-in",
    ...lazyPage(() => import("./sign-in-page.js"), { messages, scope: "members:write" }),
  }),
  createRoute({
    getParentRoute,
    path: "settings/bank-validation",
    ...lazyPage(() => import("./bank-page.js"), { messages, scope: "flows:read" }),
  }),
  createRoute({
    getParentRoute,
    path: "settings/business",
    ...lazyPage(() => import("./business-page.js"), { messages, scope: "business:read" }),
  }),
] as const;
