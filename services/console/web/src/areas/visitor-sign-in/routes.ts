import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../app/lazy-page.js";
import { businessRoute } from "../../app/root-route.js";
import { visitorSignInMessages as messages } from "./messages/index.js";

export const visitorSignInRoutes = [
  createRoute({
    getParentRoute: () => businessRoute,
    path: "settings/visitor-sign-in",
    ...lazyPage(() => import("./visitor-sign-in-page.js"), { messages, scope: "flows:read" }),
  }),
] as const;
