import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../app/lazy-page.js";
import { businessRoute } from "../../app/root-route.js";
import { keyMessages } from "./messages/index.js";

const needs = { messages: keyMessages, scope: "keys:read" };

export const keyRoutes = [
  createRoute({
    getParentRoute: () => businessRoute,
    path: "settings/keys",
    ...lazyPage(() => import("./keys-page.js"), needs),
  }),
  createRoute({
    getParentRoute: () => businessRoute,
    path: "settings/keys/$keyId",
    ...lazyPage(() => import("./key-page.js"), needs),
  }),
] as const;
