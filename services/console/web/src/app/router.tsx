import { createRoute, createRouter, lazyRouteComponent, Navigate, type RouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { useAccess } from "../api/access.js";
import { loadFile } from "../api/load-file.js";
import { useSession } from "../api/session.js";
import { EmptyState } from "../components/empty-state.js";
import { Loading } from "../components/loaded.js";
import { parseSearch, stringifySearch } from "../components/filter-spec.js";
import { loadMessages, type MessageArea, useMessages } from "../i18n/messages.js";
import { ErrorPage } from "./error-page.js";
import { businessRoute, rootRoute } from "./root-route.js";
import { Shell } from "./shell.js";

const startRoute = createRoute({ getParentRoute: () => rootRoute, path: "/", component: Start });

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/profile",
  // A part of the page is that of another area, so the words of both are loaded before it is shown.
  ...lazyPage(() => import("../areas/profile/profile-page.js"), { messages: ["profile", "connections", "keys"] }),
});

// The scopes are those that the server requires of a person.
const home = { messages: ["home"] } as const;
// The words for where visitors came from are those of the registration pages.
const analytics = { messages: ["analytics", "flows"], scope: "analytics:read" } as const;
// Everybody who sees the business sees what waits; the buttons need `approvals:decide`.
const approvals = { messages: ["approvals"], scope: "business:read" } as const;
// What is needed, and the names of tools, are said as on the requests.
const approvalRules = { messages: ["approval-rules", "approvals"], scope: "policies:read" } as const;
const supply = { messages: ["supply"], scope: "supply:read" } as const;
const roulettes = { messages: ["roulettes"], scope: "roulettes:read" } as const;
const newRoulette = { messages: ["roulettes"], scope: "roulettes:write" } as const;
const learning = { messages: ["learning"], scope: "learning:read" } as const;
const flows = { messages: ["flows"], scope: "flows:read" } as const;
const webhooks = { messages: ["webhooks"], scope: "webhooks:read" } as const;
const keys = { messages: ["keys"], scope: "keys:read" } as const;
const connections = { messages: ["connections", "keys"], scope: "connections:read" } as const;
const members = { messages: ["settings"], scope: "members:read" } as const;
const signIn = { messages: ["settings"], scope: "members:write" } as const;
const visitorSignIn = { messages: ["visitor-sign-in"], scope: "flows:read" } as const;
const bank = { messages: ["settings"], scope: "flows:read" } as const;
const personalData = { messages: ["privacy"], scope: "business:write" } as const;
// For reading; a change needs `business:write`.
const history = { messages: ["history"], scope: "business:read" } as const;
const business = { messages: ["settings"], scope: "business:read" } as const;
const closeBusiness = { messages: ["offboarding"], scope: "business:close" } as const;

/**
 * The pages of a business, in the order of the menu. Every page is a file of its own. The list has a name, because inside the call of
 * `addChildren` the compiler forgets the paths, and with them the check of links.
 */
const businessPages = [
  page("/", () => import("../areas/home/home-page.js"), home),

  page("analytics", () => import("../areas/analytics/analytics-page.js"), analytics),

  page("approvals", () => import("../areas/approvals/approvals-page.js"), approvals),
  page("approvals/$approvalId", () => import("../areas/approvals/approval-page.js"), approvals),

  page("supply", () => import("../areas/supply/products-page.js"), supply),
  page("supply/products/$stockId", () => import("../areas/supply/product-page.js"), supply),
  page("supply/centers", () => import("../areas/supply/centers-page.js"), supply),
  page("supply/centers/$centerId", () => import("../areas/supply/center-page.js"), supply),
  page("supply/stock", () => import("../areas/supply/stock-page.js"), supply),
  page("supply/stock/$centerStockId", () => import("../areas/supply/center-stock-page.js"), supply),
  page("supply/withdrawals", () => import("../areas/supply/withdrawals-page.js"), supply),
  page("supply/withdrawals/$withdrawalId", () => import("../areas/supply/withdrawal-page.js"), supply),
  page("supply/transfers", () => import("../areas/supply/transfers-page.js"), supply),
  page("supply/ledger", () => import("../areas/supply/ledger-page.js"), supply),

  page("roulettes", () => import("../areas/roulettes/roulettes-page.js"), roulettes),
  page("roulettes/items", () => import("../areas/roulettes/items-page.js"), roulettes),
  page("roulettes/prizes", () => import("../areas/roulettes/prizes-page.js"), roulettes),
  page("roulettes/new", () => import("../areas/roulettes/new-roulette-page.js"), newRoulette),
  page("roulettes/$rouletteId", () => import("../areas/roulettes/roulette-page.js"), roulettes),

  page("learning", () => import("../areas/learning/courses-page.js"), learning),
  page("learning/courses/$courseId", () => import("../areas/learning/course-page.js"), learning),
  page("learning/learners", () => import("../areas/learning/learners-page.js"), learning),
  page("learning/learners/$sessionId", () => import("../areas/learning/learner-page.js"), learning),
  page("learning/certificates", () => import("../areas/learning/certificates-page.js"), learning),

  page("flows", () => import("../areas/flows/flows-page.js"), flows),
  page("flows/targets", () => import("../areas/flows/targets-page.js"), flows),
  page("flows/$slug", () => import("../areas/flows/flow-page.js"), flows),
  page("flows/$slug/registrations", () => import("../areas/flows/registrations-page.js"), flows),
  page("flows/$slug/registrations/$registrationId", () => import("../areas/flows/registration-page.js"), flows),

  page("webhooks", () => import("../areas/webhooks/endpoints-page.js"), webhooks),
  page("webhooks/endpoints/$endpointId", () => import("../areas/webhooks/endpoint-page.js"), webhooks),
  page("webhooks/deliveries", () => import("../areas/webhooks/deliveries-page.js"), webhooks),
  page("webhooks/deliveries/$traceId", () => import("../areas/webhooks/delivery-page.js"), webhooks),
  page("webhooks/recoveries", () => import("../areas/webhooks/recoveries-page.js"), webhooks),
  page("webhooks/events", () => import("../areas/webhooks/event-types-page.js"), webhooks),

  page("settings/keys", () => import("../areas/keys/keys-page.js"), keys),
  page("settings/keys/$keyId", () => import("../areas/keys/key-page.js"), keys),
  page("settings/connections", () => import("../areas/connections/connections-page.js"), connections),
  page("settings/members", () => import("../areas/settings/members-page.js"), members),
  page("settings/approval-rules", () => import("../areas/approval-rules/rules-page.js"), approvalRules),
  page("settings/sign-in", () => import("../areas/settings/sign-in-page.js"), signIn),
  page("settings/visitor-sign-in", () => import("../areas/visitor-sign-in/visitor-sign-in-page.js"), visitorSignIn),
  page("settings/bank-validation", () => import("../areas/settings/bank-page.js"), bank),
  page("settings/personal-data", () => import("../areas/privacy/requests-page.js"), personalData),
  page("settings/personal-data/new", () => import("../areas/privacy/new-request-page.js"), personalData),
  page("settings/personal-data/$requestId", () => import("../areas/privacy/request-page.js"), personalData),
  page("settings/history", () => import("../areas/history/history-page.js"), history),
  page("settings/business", () => import("../areas/settings/business-page.js"), business),
  page("settings/close-business", () => import("../areas/offboarding/close-business-page.js"), closeBusiness),
] as const;

export const router = createRouter({
  routeTree: rootRoute.addChildren([startRoute, profileRoute, businessRoute.addChildren(businessPages)]),
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

type LoadPage = () => Promise<{ default: ComponentType }>;

interface PageNeeds {
  /** Loaded together with the page. */
  messages: readonly MessageArea[];
  /** Without this scope the person sees a sentence in place of the page. */
  scope?: string;
}

function page<const Path extends string>(path: Path, load: LoadPage, needs: PageNeeds) {
  return createRoute({ getParentRoute: () => businessRoute, path, ...lazyPage(load, needs) });
}

type LazyComponent = ComponentType & { preload?: () => Promise<unknown> };

/** A page in a file of its own, which is loaded when it is first visited or a link to it is touched. */
function lazyPage(load: LoadPage, { messages, scope }: PageNeeds) {
  const Content = lazyRouteComponent(() => loadFile(load), "default") as LazyComponent;
  const component: LazyComponent = () => (scope ? <WithScope scope={scope} Content={Content} /> : <Content />);
  component.preload = () => Promise.all([Content.preload?.(), ...messages.map((area) => loadMessages(area))]);
  return { component: component as RouteComponent };
}

function WithScope({ scope, Content }: { scope: string; Content: ComponentType }) {
  const t = useMessages("components");
  if (useAccess().can(scope)) return <Content />;
  return <EmptyState title={t.notAllowedTitle}>{t.notAllowedText}</EmptyState>;
}

/** `/`: leads to the first business of the person. */
function Start() {
  const t = useMessages("app");
  const [first] = useSession().businesses;
  if (first) return <Navigate to="/b/$businessId" params={{ businessId: first._id }} replace />;
  return (
    <Shell>
      <EmptyState title={t.noBusinessTitle}>{t.noBusinessText}</EmptyState>
    </Shell>
  );
}
