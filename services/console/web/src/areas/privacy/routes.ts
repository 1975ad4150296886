import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../app/lazy-page.js";
import { businessRoute } from "../../app/root-route.js";
import { privacyMessages } from "./messages/index.js";

// The scope that the server requires of a person.
const needs = { messages: privacyMessages, scope: "business:write" };
const getParentRoute = () => businessRoute;

export const privacyRoutes = [
  createRoute({
    getParentRoute,
    path: "settings/personal-data",
    ...lazyPage(() => import("./requests-page.js"), needs),
  }),
  createRoute({
    getParentRoute,
    path: "settings/personal-data/new",
    ...lazyPage(() => import("./new-request-page.js"), needs),
  }),
  createRoute({
    getParentRoute,
    path: "settings/personal-data/$requestId",
    ...lazyPage(() => import("./request-page.js"), needs),
  }),
] as const;
