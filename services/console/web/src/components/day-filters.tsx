import { useMessages } from "../i18n/messages.js";
import { TextFilter } from "./filters.js";

interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** The first and the last day of a list, both included. */
export function DayFilters({ values: { from, to }, onChange }: { values: Days; onChange: (changes: Days) => void }) {
  const t = useMessages("components");
  return (
    <>
      <TextFilter label={t.fromDay} type="date" value={from} onChange={(day) => onChange({ from: day })} />
      <TextFilter label={t.toDay} type="date" value={to} onChange={(day) => onChange({ to: day })} />
    </>
  );
}
