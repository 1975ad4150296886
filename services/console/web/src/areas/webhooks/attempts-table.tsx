import { type Column, DataTable } from "../../components/data-table.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/use-format.js";
import { useWebhookMessages } from "./messages/index.js";
import type { Delivery } from "./webhooks.api.js";

type Attempt = Delivery["attempts"][number];

/** They come with the delivery, so there is nothing more to load. */
const complete = { error: null, isLoading: false, hasMore: false, isLoadingMore: false, loadMore() {}, reload() {} };

export function AttemptsTable({ attempts }: { attempts: readonly Attempt[] }) {
  const t = useWebhookMessages().delivery;
  const format = useFormat();
  const errors: Readonly<Record<string, string>> = t.errors;
  const names = t.attemptColumns;
  const columns: Column<Attempt>[] = [
    { header: names.number, cell: ({ attempt }) => format.number(attempt) },
    { header: names.time, cell: ({ at }) => <Time value={at} /> },
    { header: names.answer, cell: ({ code, error }) => code ?? errors[error ?? ""] ?? error },
    { header: names.duration, cell: ({ ms }) => t.milliseconds(format.number(Math.round(ms))), align: "end" },
  ];
  return (
    <DataTable
      caption={t.attempts}
      columns={columns}
      list={{ ...complete, items: attempts }}
      getId={({ attempt }) => String(attempt)}
      empty={null}
    />
  );
}
