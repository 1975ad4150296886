import { useId } from "react";
import type { List } from "../api/use-list.js";
import { useComponentMessages } from "./messages/index.js";
import "./inputs.css";

interface RecordFilterProps<Item> {
  label: string;
  list: List<Item>;
  getId: (item: Item) => string;
  getLabel: (item: Item) => string;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** A filter by a record. The first page of its list is offered, and a button reads the next one. */
export function RecordFilter<Item>({ label, list, getId, getLabel, value, onChange }: RecordFilterProps<Item>) {
  const t = useComponentMessages();
  const id = useId();
  const isKnown = list.items.some((item) => getId(item) === value);
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <div className="record-field">
        <select id={id} value={value ?? ""} onChange={(event) => onChange(event.target.value || undefined)}>
          <option value="">{t.all}</option>
          {value && !isKnown && <option value={value}>{value}</option>}
          {list.items.map((item) => (
            <option key={getId(item)} value={getId(item)}>
              {getLabel(item)}
            </option>
          ))}
        </select>
        {list.hasMore && (
          <button
            type="button"
            onClick={list.loadMore}
            disabled={list.isLoadingMore}
            aria-label={`${label}: ${t.loadMore}`}
          >
            +
          </button>
        )}
      </div>
    </div>
  );
}
