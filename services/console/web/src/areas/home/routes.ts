import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../app/lazy-page.js";
import { businessRoute } from "../../app/root-route.js";
import { homeMessages } from "./messages/index.js";

export const homeRoutes = [
  createRoute({
    getParentRoute: () => businessRoute,
    path: "/",
    ...lazyPage(() => import("./home-page.js"), { messages: homeMessages }),
  }),
] as const;
