import { useNavigate, useSearch } from "@tanstack/react-router";
import {
  Children,
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from "react";
import { useFormat } from "../i18n/locale.js";
import { useMessages } from "../i18n/messages.js";
import { type FilterSpec, type FilterValues, readFilters } from "./filter-spec.js";
import { typingPauseMs } from "./use-settled.js";
import { listOptions, type Options } from "./words.rules.js";

/** The filters of the address, and how to change them. Going back in the browser undoes a change. */
export function useFilters<Spec extends FilterSpec>(spec: Spec) {
  const navigate = useNavigate();
  const values = readFilters(spec, useSearch({ strict: false }));
  const go = (search: object) => void navigate({ to: ".", search: search as never, resetScroll: false });
  return {
    values,
    isFiltered: Object.keys(values).length > 0,
    set: (changes: FilterValues<Spec>) => go(readFilters(spec, { ...values, ...changes })),
    clear: () => go({}),
  };
}

/** Where a filter is rendered: as a field, or as what it is set to. */
const ChipContext = createContext(false);

/** Something of the panel that is no filter, so no button removes it. */
export function PanelOnly({ children }: { children: ReactNode }) {
  return useContext(ChipContext) ? null : children;
}

interface FilterBarProps {
  /** The first one is always visible; the others are in a panel behind a button. */
  children: ReactNode;
  /** Of this button, when the panel has more than filters. */
  label?: string;
  isFiltered: boolean;
  onClear: () => void;
}

/** One row, however many filters there are. Those of the panel that are set are buttons that remove them. */
export function FilterBar({ children, label, isFiltered, onClear }: FilterBarProps) {
  const t = useMessages("components");
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const [first, ...others] = Children.toArray(children);
  return (
    <search className="filters" aria-label={t.filters}>
      {first}
      {others.length > 0 && (
        <>
          <button type="button" aria-expanded={isOpen} aria-controls={panelId} onClick={() => setOpen(!isOpen)}>
            {label ?? t.filters}
          </button>
          <div id={panelId} className="filter-panel" hidden={!isOpen}>
            {others}
          </div>
        </>
      )}
      {isFiltered && (
        <>
          <ChipContext value={true}>{others}</ChipContext>
          <button type="button" className="link clear" onClick={onClear}>
            {t.clearFilters}
          </button>
        </>
      )}
    </search>
  );
}

interface FilterProps {
  label: string;
  /** What it is set to, in words; nothing while it is not set. */
  text: string | undefined;
  onRemove: () => void;
  children: (id: string) => ReactNode;
}

/** A label with a field, or a button with the value that removes it. */
export function Filter({ label, text, onRemove, children }: FilterProps) {
  const t = useMessages("components");
  const id = useId();
  if (!useContext(ChipContext))
    return (
      <div className="filter">
        <label htmlFor={id}>{label}</label>
        {children(id)}
      </div>
    );
  if (!text) return null;
  const remove = ({ currentTarget }: MouseEvent) => {
    // The button disappears, and the focus with it.
    currentTarget.closest("search")?.querySelector<HTMLElement>("[aria-expanded]")?.focus();
    onRemove();
  };
  return (
    <button type="button" className="chip" aria-label={t.removeFilter(`${label}: ${text}`)} onClick={remove}>
      {label}: {text} <span aria-hidden="true">×</span>
    </button>
  );
}

interface ChoiceFilterProps<Value extends string> {
  label: string;
  value: Value;
  /** Values with their names. */
  options: readonly (readonly [Value, string])[];
  /** The value that is no condition; without one the choice has no button that removes it. */
  none?: Value;
  onChange: (value: Value) => void;
}

export function ChoiceFilter<Value extends string>({
  label,
  value,
  options,
  none,
  onChange,
}: ChoiceFilterProps<Value>) {
  const chosen = options.find(([option]) => option === value);
  const text = none === undefined || value === none ? undefined : (chosen?.[1] ?? value);
  return (
    <Filter label={label} text={text} onRemove={() => none !== undefined && onChange(none)}>
      {(id) => (
        <select id={id} value={value} onChange={({ target }) => onChange(target.value as Value)}>
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Filter>
  );
}

interface SelectFilterProps<Value extends string> {
  label: string;
  options: Options<Value>;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

/** A choice of one value, or of all. */
export function SelectFilter<Value extends string>({ label, value, options, onChange }: SelectFilterProps<Value>) {
  const { all } = useMessages("components");
  return (
    <ChoiceFilter<Value | "">
      label={label}
      value={value ?? ""}
      options={[["", all], ...listOptions(options)]}
      none=""
      onChange={(next) => onChange(next || undefined)}
    />
  );
}

interface TextFilterProps {
  label: string;
  value: string | undefined;
  type?: "search" | "date";
  onChange: (value: string | undefined) => void;
  /** True for a text that does something other than filter, such as opening a page: only Enter takes effect. */
  needsEnter?: boolean;
}

/** Takes effect after a pause in typing, and at once on Enter. */
export function TextFilter({ label, value = "", type = "search", onChange, needsEnter = false }: TextFilterProps) {
  const format = useFormat();
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState(value);
  // The address has changed. After our own change the person may have typed more already; that stays.
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) setText(value);
  }
  const send = (next: string) => {
    if (next === value) return;
    setSent(next);
    onChange(next || undefined);
  };
  const sendAfterPause = useEffectEvent(send);
  const typed = text.trim();
  useEffect(() => {
    if (needsEnter || typed === value) return;
    const timer = setTimeout(() => sendAfterPause(typed), typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed, value, needsEnter]);
  return (
    <Filter
      label={label}
      text={value && type === "date" ? format.day(value) : value}
      onRemove={() => onChange(undefined)}
    >
      {(id) => (
        <input
          id={id}
          type={type}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") send(typed);
          }}
        />
      )}
    </Filter>
  );
}

/** The options of a filter for what is so, or is not. */
export const yesNo = (yes: string, no: string) =>
  [
    ["true", yes],
    ["false", no],
  ] as const;

/** The days of the address as the lists of the API take them. */
export function toDates<Values extends Days>({ from: dateFrom, to: dateTo, ...same }: Values) {
  return { ...same, dateFrom, dateTo };
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
