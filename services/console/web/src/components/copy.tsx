import { useMessages } from "../i18n/messages.js";
import { showToast } from "./toasts.js";

interface CopyProps {
  value: string;
  /** What it is, for screen readers: "id of the key". */
  name: string;
}

export function CopyButton({ value, name, label }: CopyProps & { label?: string }) {
  const t = useMessages("components");
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => showToast(t.copied),
      () => showToast(t.copyFailed, "wrong"),
    );
  return (
    <button type="button" className={label ? "" : "icon"} onClick={() => void copy()} aria-label={t.copyNamed(name)}>
      {label ?? (
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M6 5.5h6.5v8H6zM4 10.5H3v-8h7v1" />
        </svg>
      )}
    </button>
  );
}

/** @param props.note what to do with it */
export function CopyableId({ value, name, note }: CopyProps & { note?: string }) {
  return (
    <>
      <span className="copyable">
        <code>{value}</code>
        <CopyButton value={value} name={name} />
      </span>
      {note && <p className="note">{note}</p>}
    </>
  );
}
