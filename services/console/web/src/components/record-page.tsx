import type { ReactNode } from "react";
import { Loading } from "./data-table.js";
import { ErrorNotice } from "./error-notice.js";
import { Page } from "./page.js";

interface RecordPageProps<Value> {
  /** Of the page while there is no record. */
  title: string;
  query: { data: Value | undefined; error: Error | null; refetch: () => unknown };
  children: (value: Value) => ReactNode;
}

/** A page about one record: it is read, or the page says why it could not be. */
export function RecordPage<Value>({ title, query, children }: RecordPageProps<Value>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return <Loading />;
  return (
    <Page title={title}>
      <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
    </Page>
  );
}
