import type { Route } from "@tenant-ops/kit/http";
import * as accounts from "./accounts/index.js";
import * as approvals from "./approvals/index.js";
import * as analytics from "./analytics/index.js";
import * as consoleRoutes from "./console/index.js";
import * as flows from "./flows/index.js";
import * as gateway from "./gateway/index.js";
import * as learning from "./learning/index.js";
import * as roulettes from "./roulettes/index.js";
import * as supply from "./supply/index.js";
import * as webhooks from "./webhooks/index.js";

/** One part of the documentation, in the order of the names, as the exports of a module are. */
const ofMesh = Object.fromEntries(
  Object.entries({ ...gateway, ...accounts, ...approvals }).toSorted(([one], [other]) => (one < other ? -1 : 1)),
);

/** Every REST route of the mesh, in the order of the documentation. */
export const routes: readonly Route[] = [supply, roulettes, learning, flows, webhooks, analytics, ofMesh].flatMap(
  listRoutes,
);

/** The routes of people who are signed in to the console. They are not in the public document. */
export const personRoutes: readonly Route[] = listRoutes(consoleRoutes);

/** An area may export more than its routes, such as a list of values that its service uses too. */
function listRoutes(area: Readonly<Record<string, unknown>>): Route[] {
  return Object.values(area).filter(isRoute);
}

function isRoute(exported: unknown): exported is Route {
  return typeof exported === "object" && exported !== null && "path" in exported;
}
