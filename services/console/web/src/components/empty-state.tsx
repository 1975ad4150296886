import type { ReactNode } from "react";
import { useMessages } from "../i18n/messages.js";

interface EmptyStateProps {
  title: string;
  /** What the person can do now. */
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

/** For a list whose filters exclude everything. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useMessages("components");
  const clear = (
    <button type="button" onClick={onClear}>
      {t.clearFilters}
    </button>
  );
  return <EmptyState title={t.noMatch} action={clear} />;
}
