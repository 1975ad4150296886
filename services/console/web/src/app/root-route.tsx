import { onlineManager } from "@tanstack/react-query";
import { createRootRoute, createRoute, Outlet, useParams, useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useSyncExternalStore } from "react";
import { BusinessContext, type MemberAccess, openAccess } from "../api/access.js";
import { useSession } from "../api/session.js";
import { offboardingMessages } from "../areas/offboarding/messages/index.js";
import { Loading } from "../components/data-table.js";
import { EmptyState } from "../components/empty-state.js";
import { useComponentMessages } from "../components/messages/index.js";
import { Toasts } from "../components/toasts.js";
import { LanguageProvider } from "../i18n/language-provider.js";
import { loadMessages } from "../i18n/messages.js";
import { PlaceContext } from "../i18n/use-format.js";
import { useAppMessages } from "./messages/index.js";
import { closeBusiness } from "./navigation.js";
import { Shell } from "./shell.js";
import { StepUp } from "./step-up.js";

const ClosedNotice = lazy(async () => {
  const [notice] = await Promise.all([
    import("../areas/offboarding/closed-notice.js"),
    loadMessages(offboardingMessages),
  ]);
  return notice;
});

/** Opens the business of the address for all pages below it. */
function BusinessFrame() {
  const t = useAppMessages();
  const { businessId } = useParams({ from: "/b/$businessId" });
  const { businesses } = useSession();
  const business = businesses.find(({ _id }) => _id === businessId);
  const access = useMemo(() => business && openAccess(business), [business]);
  if (!access)
    return (
      <Shell>
        <EmptyState title={t.unknownBusinessTitle}>{t.unknownBusinessText}</EmptyState>
      </Shell>
    );
  return (
    <BusinessContext value={access}>
      <PlaceContext value={access.business}>
        <Shell>
          <Suspense fallback={<Loading />}>
            <BusinessPage key={businessId} access={access} />
          </Suspense>
        </Shell>
      </PlaceContext>
    </BusinessContext>
  );
}

/** Every call of a business in offboarding is refused, so one page replaces all others. */
function BusinessPage({ access: { business, can } }: { access: MemberAccess }) {
  const { to, scope = "" } = closeBusiness;
  const path = `/b/${business._id}${to}`;
  const isOpen = useRouterState({ select: ({ location }) => location.pathname.startsWith(path) });
  return business.isClosed && !(isOpen && can(scope)) ? <ClosedNotice /> : <Outlet />;
}

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);
const readOnline = () => onlineManager.isOnline();

function OfflineNotice() {
  const t = useComponentMessages();
  const isOnline = useSyncExternalStore(subscribe, readOnline);
  return (
    <div role="status" className={isOnline ? "hidden" : "offline"}>
      {isOnline ? "" : t.offline}
    </div>
  );
}

export const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFound });

/** Parent of every page of a business: checks the membership and draws the menu. */
export const businessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/b/$businessId",
  component: BusinessFrame,
  notFoundComponent: NotFound,
});

function Root() {
  return (
    <LanguageProvider>
      <Suspense fallback={null}>
        <OfflineNotice />
        <Outlet />
        <StepUp />
        <Toasts />
      </Suspense>
    </LanguageProvider>
  );
}

function NotFound() {
  const t = useComponentMessages();
  return <EmptyState title={t.unknownPageTitle}>{t.unknownPageText}</EmptyState>;
}
