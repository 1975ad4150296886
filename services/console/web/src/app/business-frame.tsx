import { Outlet, useParams, useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useMemo } from "react";
import { type Access, BusinessContext, openAccess } from "../api/access.js";
import { useSession } from "../api/session.js";
import { Loading } from "../components/data-table.js";
import { EmptyState } from "../components/empty-state.js";
import { offboardingMessages } from "../areas/offboarding/messages/index.js";
import { loadMessages } from "../i18n/messages.js";
import { PlaceContext } from "../i18n/use-format.js";
import { useAppMessages } from "./messages/index.js";
import { closeBusiness } from "./navigation.js";
import { Shell } from "./shell.js";

const LeavingNotice = lazy(async () => {
  const [notice] = await Promise.all([
    import("../areas/offboarding/leaving-notice.js"),
    loadMessages(offboardingMessages),
  ]);
  return notice;
});

/** Opens the business of the address for all pages below it. */
export function BusinessFrame() {
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
function BusinessPage({ access: { business, can } }: { access: Access }) {
  const { to, scope = "" } = closeBusiness;
  const path = `/b/${business._id}${to}`;
  const isOpen = useRouterState({ select: ({ location }) => location.pathname.startsWith(path) });
  return business.isLeaving && !(isOpen && can(scope)) ? <LeavingNotice /> : <Outlet />;
}
