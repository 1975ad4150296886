import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../app/lazy-page.js";
import { businessRoute } from "../../app/root-route.js";
import { rouletteMessages } from "./messages/index.js";

const needs = { messages: rouletteMessages, scope: "roulettes:read" };
const getParentRoute = () => businessRoute;

export const rouletteRoutes = [
  createRoute({ getParentRoute, path: "roulettes", ...lazyPage(() => import("./roulettes-page.js"), needs) }),
  createRoute({ getParentRoute, path: "roulettes/items", ...lazyPage(() => import("./items-page.js"), needs) }),
  createRoute({ getParentRoute, path: "roulettes/prizes", ...lazyPage(() => import("./prizes-page.js"), needs) }),
  createRoute({
    getParentRoute,
    path: "roulettes/new",
    ...lazyPage(() => import("./new-roulette-page.js"), { ...needs, scope: "roulettes:write" }),
  }),
  createRoute({
    getParentRoute,
    path: "roulettes/$rouletteId",
    ...lazyPage(() => import("./roulette-page.js"), needs),
  }),
] as const;
