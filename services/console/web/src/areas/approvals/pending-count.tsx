import { useRecord } from "../../api/public-api.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { waitingMs } from "./approvals.api.js";
import "./pending-count.css";

/** In the menu: how many requests wait for people. It is read again while the page is visible. */
export default function PendingCount() {
  const t = useMessages("app");
  const { errorTitle } = useMessages("components");
  const format = useFormat();
  const { data, error } = useRecord("console", "countOwnApprovals", {}, { refetchMs: () => waitingMs });
  if (data?.pending === 0 || (!data && !error)) return null;
  // Without a number a person would think that nothing waits.
  const count = data ? format.number(data.pending) : "?";
  return (
    <span className="pending-count">
      <span aria-hidden="true">{count}</span>
      <span className="hidden">{data ? t.waiting(count) : errorTitle}</span>
    </span>
  );
}
