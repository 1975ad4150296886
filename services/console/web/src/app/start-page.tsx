import { createRoute, Navigate } from "@tanstack/react-router";
import { useSession } from "../api/session.js";
import { EmptyState } from "../components/empty-state.js";
import { useAppMessages } from "./messages/index.js";
import { rootRoute } from "./root-route.js";
import { Shell } from "./shell.js";

/** `/`: leads to the first business of the person. */
export const startRoute = createRoute({ getParentRoute: () => rootRoute, path: "/", component: Start });

function Start() {
  const t = useAppMessages();
  const [first] = useSession().businesses;
  if (first) return <Navigate to="/b/$businessId" params={{ businessId: first._id }} replace />;
  return (
    <Shell>
      <EmptyState title={t.noBusinessTitle}>{t.noBusinessText}</EmptyState>
    </Shell>
  );
}
