import { createRoute } from "@tanstack/react-router";
import { lazyPage } from "../../app/lazy-page.js";
import { businessRoute } from "../../app/root-route.js";
import { supplyMessages } from "./messages/index.js";

const needs = { messages: supplyMessages, scope: "supply:read" };
const getParentRoute = () => businessRoute;

export const supplyRoutes = [
  createRoute({ getParentRoute, path: "supply", ...lazyPage(() => import("./products-page.js"), needs) }),
  createRoute({
    getParentRoute,
    path: "supply/products/$stockId",
    ...lazyPage(() => import("./product-page.js"), needs),
  }),
  createRoute({ getParentRoute, path: "supply/centers", ...lazyPage(() => import("./centers-page.js"), needs) }),
  createRoute({
    getParentRoute,
    path: "supply/centers/$centerId",
    ...lazyPage(() => import("./center-page.js"), needs),
  }),
  createRoute({ getParentRoute, path: "supply/stock", ...lazyPage(() => import("./stock-page.js"), needs) }),
  createRoute({
    getParentRoute,
    path: "supply/stock/$centerStockId",
    ...lazyPage(() => import("./center-stock-page.js"), needs),
  }),
  createRoute({
    getParentRoute,
    path: "supply/withdrawals",
    ...lazyPage(() => import("./withdrawals-page.js"), needs),
  }),
  createRoute({
    getParentRoute,
    path: "supply/withdrawals/$withdrawalId",
    ...lazyPage(() => import("./withdrawal-page.js"), needs),
  }),
  createRoute({ getParentRoute, path: "supply/transfers", ...lazyPage(() => import("./transfers-page.js"), needs) }),
  createRoute({ getParentRoute, path: "supply/ledger", ...lazyPage(() => import("./ledger-page.js"), needs) }),
] as const;
