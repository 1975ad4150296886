import { onlineManager } from "@tanstack/react-query";
import { createRootRoute, createRoute, Outlet, useParams, useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { type MemberAccess, BusinessContext, openAccess } from "../api/access.js";
import { loadFile } from "../api/load-file.js";
import { useSession } from "../api/session.js";
import { onStepUpRequest, type StepUpRequest } from "../api/step-up.js";
import { EmptyState } from "../components/empty-state.js";
import { Loading } from "../components/loaded.js";
import { Toasts } from "../components/toasts.js";
import { LanguageProvider, PlaceContext } from "../i18n/locale.js";
import { loadMessages, useMessages } from "../i18n/messages.js";
import { closeBusiness, Shell } from "./shell.js";

const ClosedNotice = lazy(async () => {
  const [notice] = await Promise.all([
    loadFile(() => import("../areas/offboarding/closed-notice.js")),
    loadMessages("offboarding"),
  ]);
  return notice;
});

/** Opens the business of the address for all pages below it. */
function BusinessFrame() {
  const t = useMessages("app");
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
  const t = useMessages("components");
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
  const t = useMessages("components");
  return <EmptyState title={t.unknownPageTitle}>{t.unknownPageText}</EmptyState>;
}

const StepUpDialog = lazy(() => loadFile(() => import("./step-up-dialog.js")));

/** Asks for the passkey when a call needs a fresh proof of the person. */
export function StepUp() {
  const [request, setRequest] = useState<StepUpRequest>();
  useEffect(() => onStepUpRequest(setRequest), []);
  if (!request) return null;
  const finish = (settle: () => void) => {
    setRequest(undefined);
    settle();
  };
  return (
    <Suspense fallback={null}>
      <StepUpDialog onProven={() => finish(request.resolve)} onCancel={() => finish(request.reject)} />
    </Suspense>
  );
}
