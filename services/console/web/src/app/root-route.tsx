import { createRootRoute, createRoute, Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { EmptyState } from "../components/empty-state.js";
import { useComponentMessages } from "../components/messages/index.js";
import { Toasts } from "../components/toasts.js";
import { LanguageProvider } from "../i18n/language-provider.js";
import { BusinessFrame } from "./business-frame.js";
import { OfflineNotice } from "./offline-notice.js";
import { StepUp } from "./step-up.js";

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
