import { Link } from "@tanstack/react-router";
import { useAccess } from "../../api/access.js";
import { Page } from "../../components/page.js";
import { useMessages } from "../../i18n/messages.js";
import { useWatchClosed } from "./offboarding.api.js";

/** Replaces every other page of a business in offboarding. It disappears when an owner has cancelled the offboarding. */
export default function ClosedNotice() {
  const { closed, notice: t } = useMessages("offboarding");
  const { can } = useAccess();
  useWatchClosed();
  const canClose = can("business:close");
  return (
    <Page title={closed.title}>
      <div className="notice warn">
        <p>{canClose ? t.ownerText : t.memberText}</p>
        {canClose && (
          <Link className="button" from="/b/$businessId" to="/b/$businessId/settings/close-business">
            {t.open}
          </Link>
        )}
      </div>
    </Page>
  );
}
