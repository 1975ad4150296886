import { createRouter } from "@tanstack/react-router";
import { connectionRoutes } from "../areas/connections/routes.js";
import { flowRoutes } from "../areas/flows/routes.js";
import { historyRoutes } from "../areas/history/routes.js";
import { homeRoutes } from "../areas/home/routes.js";
import { keyRoutes } from "../areas/keys/routes.js";
import { learningRoutes } from "../areas/learning/routes.js";
import { offboardingRoutes } from "../areas/offboarding/routes.js";
import { privacyRoutes } from "../areas/privacy/routes.js";
import { profileRoute } from "../areas/profile/routes.js";
import { rouletteRoutes } from "../areas/roulettes/routes.js";
import { supplyRoutes } from "../areas/supply/routes.js";
import { settingsRoutes } from "../areas/settings/routes.js";
import { visitorSignInRoutes } from "../areas/visitor-sign-in/routes.js";
import { webhookRoutes } from "../areas/webhooks/routes.js";
import { Loading } from "../components/data-table.js";
import { ErrorPage } from "./error-page.js";
import { businessRoute, rootRoute } from "./root-route.js";
import { parseSearch, stringifySearch } from "./search.js";
import { startRoute } from "./start-page.js";

/** An area adds its pages here: one list per area. */
const businessPages = businessRoute.addChildren([
  ...homeRoutes,
  ...keyRoutes,
  ...connectionRoutes,
  ...settingsRoutes,
  ...supplyRoutes,
  ...rouletteRoutes,
  ...learningRoutes,
  ...flowRoutes,
  ...visitorSignInRoutes,
  ...webhookRoutes,
  ...privacyRoutes,
  ...historyRoutes,
  ...offboardingRoutes,
]);

export const router = createRouter({
  routeTree: rootRoute.addChildren([startRoute, profileRoute, businessPages]),
  defaultErrorComponent: ErrorPage,
  defaultPendingComponent: Loading,
  defaultPreload: "intent",
  // The data belongs to the query library; the router keeps none.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
