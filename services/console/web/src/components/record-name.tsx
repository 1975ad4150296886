import { type RecordSource, useChosenRecord } from "../api/record-sources.js";
import { useMessages } from "../i18n/messages.js";

/** The name of a record, read when it is shown. */
export function RecordName({ source, id }: { source: RecordSource; id: string }) {
  const { data, isError } = useChosenRecord(source, id);
  return <NameOf name={data?.label} isError={isError} />;
}

/** A name that is being read, never the id in its place. */
export function NameOf({ name, isError }: { name: string | undefined; isError: boolean }) {
  const t = useMessages("components");
  return name ?? <span className="note">{isError ? t.nameUnknown : "…"}</span>;
}
