import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { useMessages } from "../i18n/messages.js";
import { type FilterSpec, type FilterValues, readFilters } from "./filter-spec.js";

/** The filters of the address, and how to change them. Going back in the browser undoes a change. */
export function useFilters<Spec extends FilterSpec>(spec: Spec) {
  const navigate = useNavigate();
  const values = readFilters(spec)(useSearch({ strict: false }));
  const go = (search: object) => void navigate({ to: ".", search: search as never, resetScroll: false });
  return {
    values,
    isFiltered: Object.keys(values).length > 0,
    set: (changes: FilterValues<Spec>) => go(readFilters(spec)({ ...values, ...changes })),
    clear: () => go({}),
  };
}

export function FilterBar({
  children,
  isFiltered,
  onClear,
}: {
  children: ReactNode;
  isFiltered: boolean;
  onClear: () => void;
}) {
  const t = useMessages("components");
  return (
    <search className="filters" aria-label={t.filters}>
      {children}
      {isFiltered && (
        <button type="button" onClick={onClear}>
          {t.clearFilters}
        </button>
      )}
    </search>
  );
}

interface SelectFilterProps<Value extends string> {
  label: string;
  value: Value | undefined;
  /** Values with their names. */
  options: readonly (readonly [Value, string])[];
  onChange: (value: Value | undefined) => void;
}

export function SelectFilter<Value extends string>({ label, value, options, onChange }: SelectFilterProps<Value>) {
  const t = useMessages("components");
  const id = useId();
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value ?? ""}
        onChange={(event) => onChange((event.target.value || undefined) as Value | undefined)}
      >
        <option value="">{t.all}</option>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

interface TextFilterProps {
  label: string;
  value: string | undefined;
  type?: "search" | "date";
  onChange: (value: string | undefined) => void;
}

/** Takes effect on Enter or when the field is left: a request per letter would be too many. */
export function TextFilter({ label, value = "", type = "search", onChange }: TextFilterProps) {
  const id = useId();
  const commit = (text: string) => {
    if (text.trim() !== value) onChange(text.trim() || undefined);
  };
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        key={value}
        type={type}
        defaultValue={value}
        onBlur={(event) => commit(event.target.value)}
        onChange={type === "date" ? (event) => commit(event.target.value) : undefined}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit(event.currentTarget.value);
        }}
      />
    </div>
  );
}

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
