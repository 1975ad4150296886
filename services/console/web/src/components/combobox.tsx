import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useBusiness } from "../api/business.js";
import {
  getChosenKey,
  type RecordOption,
  type RecordSource,
  useChosenRecord,
  useRecordOptions,
} from "../api/record-sources.js";
import { moveActive } from "./combobox.rules.js";
import type { InputProps } from "./form.js";
import { useComponentMessages } from "./messages/index.js";
import "./combobox.css";

export interface ComboboxProps {
  input: Partial<InputProps> & { id: string };
  /** The same as that of the field; read out with the list. */
  label: string;
  source: RecordSource;
  /** The id of the chosen record; empty for none. */
  value: string;
  onChange: (id: string) => void;
  /** Records that cannot be chosen here. */
  without?: readonly string[];
  placeholder?: string;
}

const pauseMs = 200;

/** The text after a pause in typing: a request per letter would be too many. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** An input that searches records by name: the pattern "combobox with a list" of WAI-ARIA, with the keyboard that it describes. */
export function Combobox({ input, label, source, value, onChange, without = [], placeholder }: ComboboxProps) {
  const t = useComponentMessages();
  const queries = useQueryClient();
  const { _id: businessId } = useBusiness().business;
  // What is being typed; undefined while the field shows the chosen record.
  const [text, setText] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const search = useSettled((text ?? "").trim());
  const found = useRecordOptions(source, search, isOpen);
  const chosen = useChosenRecord(source, value);
  // Results of other letters are not offered, so that Enter never chooses one of them.
  const current = search === (text ?? "").trim() ? found.data : undefined;
  const options = (current?.options ?? []).filter(({ id }) => !without.includes(id));
  const shown = text ?? (value ? (chosen.data?.label ?? value) : "");
  const toOptionId = (index: number) => `${input.id}-option-${index}`;
  const close = () => {
    setOpen(false);
    setText(undefined);
  };
  const choose = (option: RecordOption | undefined) => {
    if (!option) return;
    // The name is known already; reading the record again would show its id for a moment.
    queries.setQueryData([businessId, ...getChosenKey(source, option.id)], option);
    onChange(option.id);
    close();
  };
  const leave = () => {
    if (text?.trim() === "") onChange("");
    close();
  };
  const type = (next: string) => {
    setText(next);
    setOpen(true);
    setActive(next.trim() === "" ? -1 : 0);
  };
  const handleKey = (event: KeyboardEvent) => {
    const moved = moveActive(event.key, isOpen ? active : -1, options.length);
    if (moved !== undefined) {
      setOpen(true);
      setActive(moved);
    } else if (event.key === "Enter" && (text !== undefined || (isOpen && active >= 0))) choose(options[active]);
    // A closed list leaves Escape to the dialog around it.
    else if (event.key === "Escape" && (isOpen || text !== undefined)) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isListed = isOpen && options.length > 0;
  return (
    <div className="combobox">
      <input
        {...input}
        role="combobox"
        type="text"
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={isListed ? `${input.id}-list` : undefined}
        aria-activedescendant={isListed && options[active] ? toOptionId(active) : undefined}
        placeholder={placeholder ?? t.searchByName}
        value={shown}
        onChange={(event) => type(event.target.value)}
        onClick={() => setOpen(true)}
        onKeyDown={handleKey}
        onBlur={leave}
      />
      {isOpen && (
        <Popup status={getStatus()}>
          {isListed && (
            <Options
              id={`${input.id}-list`}
              label={label}
              options={options}
              active={active}
              value={value}
              toOptionId={toOptionId}
              onChoose={choose}
            />
          )}
        </Popup>
      )}
    </div>
  );

  /** What is said under the list, and to screen readers. */
  function getStatus(): string {
    if (found.error) return t.errorTitle;
    if (!current) return t.loading;
    if (options.length === 0) return t.nothingFound;
    return current.hasMore ? t.moreFound : "";
  }
}

function Popup({ status, children }: { status: string; children: React.ReactNode }) {
  return (
    <div className="popup">
      {children}
      <p className="note" role="status">
        {status}
      </p>
    </div>
  );
}

interface OptionsProps {
  id: string;
  label: string;
  options: readonly RecordOption[];
  active: number;
  value: string;
  toOptionId: (index: number) => string;
  onChoose: (option: RecordOption) => void;
}

function Options({ id, label, options, active, value, toOptionId, onChoose }: OptionsProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.children[active]?.scrollIntoView({ block: "nearest" }), [active]);
  return (
    <ul id={id} ref={list} role="listbox" aria-label={label}>
      {options.map((option, index) => (
        // The keyboard reaches the options through the input, which keeps the focus.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <li
          key={option.id}
          id={toOptionId(index)}
          role="option"
          aria-selected={option.id === value}
          className={index === active ? "active" : ""}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.label}
        </li>
      ))}
    </ul>
  );
}
