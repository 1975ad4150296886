import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../app/lazy-page.js";
import { businessRoute } from "../../app/root-route.js";
import { historyMessages as messages } from "./messages/index.js";

export const historyRoutes = [
  createRoute({
    getParentRoute: () => businessRoute,
    path: "settings/history",
    // The scope that the server requires of a person who reads; a change needs `business:write`.
    ...lazyPage(() => import("./history-page.js"), { messages, scope: "business:read" }),
  }),
] as const;
