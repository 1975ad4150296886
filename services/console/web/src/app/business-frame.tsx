import { Outlet, useParams } from "@tanstack/react-router";
import { Suspense, useMemo } from "react";
import { BusinessContext, openAccess } from "../api/access.js";
import { useSession } from "../api/session.js";
import { Loading } from "../components/data-table.js";
import { EmptyState } from "../components/empty-state.js";
import { PlaceContext } from "../i18n/use-format.js";
import { useAppMessages } from "./messages/index.js";
import { Shell } from "./shell.js";

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
            <Outlet key={businessId} />
          </Suspense>
        </Shell>
      </PlaceContext>
    </BusinessContext>
  );
}
