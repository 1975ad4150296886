import { useEffect, useRef } from "react";
import type { RecordOption } from "../../api/record-sources.js";
import { useMessages } from "../../i18n/messages.js";
import type { InputProps } from "./form.js";
import { type RecordChoice, useCombobox } from "./use-combobox.js";
import "./combobox.css";

export interface ComboboxProps extends RecordChoice {
  input: Partial<InputProps> & { id: string };
  /** The same as that of the field; read out with the list. */
  label: string;
  placeholder?: string;
}

/** An input that searches records by name: the pattern "combobox with a list" of WAI-ARIA, with the keyboard that it describes. */
export function Combobox({ input, label, placeholder, ...choice }: ComboboxProps) {
  const t = useMessages("components");
  const { shown, isOpen, options, active, status, open, type, leave, choose, handleKey } = useCombobox(choice);
  const listId = `${input.id}-list`;
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
        aria-controls={isListed ? listId : undefined}
        aria-activedescendant={isListed && options[active] ? toOptionId(listId, active) : undefined}
        placeholder={placeholder ?? t.searchByName}
        value={shown}
        onChange={(event) => type(event.target.value)}
        onClick={open}
        onKeyDown={handleKey}
        onBlur={leave}
      />
      {isOpen && (
        <div className="popup">
          {isListed && (
            <Options
              id={listId}
              label={label}
              options={options}
              active={active}
              value={choice.value}
              onChoose={choose}
            />
          )}
          <p className="note" role="status">
            {status}
          </p>
        </div>
      )}
    </div>
  );
}

const toOptionId = (listId: string, index: number) => `${listId}-${index}`;

interface OptionsProps {
  id: string;
  label: string;
  options: readonly RecordOption[];
  active: number;
  value: string;
  onChoose: (option: RecordOption) => void;
}

function Options({ id, label, options, active, value, onChoose }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not.
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <div id={id} ref={list} role="listbox" aria-label={label} tabIndex={-1}>
      {options.map((option, index) => (
        // The keyboard reaches the options through the input, which keeps the focus.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={option.id}
          id={toOptionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={option.id === value}
          className={index === active ? "active" : ""}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          {option.label}
        </div>
      ))}
    </div>
  );
}
