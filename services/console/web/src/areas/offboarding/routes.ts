import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../app/lazy-page.js";
import { businessRoute } from "../../app/root-route.js";
import { offboardingMessages as messages } from "./messages/index.js";

export const offboardingRoutes = [
  createRoute({
    getParentRoute: () => businessRoute,
    path: "settings/close-business",
    // The scope that the server requires of a person.
    ...lazyPage(() => import("./close-business-page.js"), { messages, scope: "business:close" }),
  }),
] as const;
