import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { useBusiness } from "../../api/business.js";
import {
  getChosenKey,
  type RecordOption,
  type RecordSource,
  useChosenRecord,
  useRecordOptions,
} from "../../api/record-sources.js";
import { useMessages } from "../../i18n/messages.js";
import { useSettled } from "../use-settled.js";
import { moveActive } from "./combobox.rules.js";

export interface RecordChoice {
  source: RecordSource;
  /** The id of the chosen record; empty for none. */
  value: string;
  onChange: (id: string) => void;
  /** Records that cannot be chosen here. */
  without?: readonly string[];
}

/** What an input that searches records shows, and what it does with keys. */
export function useCombobox({ source, value, onChange, without = [] }: RecordChoice) {
  const t = useMessages("components");
  const queries = useQueryClient();
  const { _id: businessId } = useBusiness().business;
  // What is being typed; undefined while the field shows the chosen record.
  const [text, setText] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const typed = (text ?? "").trim();
  const search = useSettled(typed);
  const found = useRecordOptions(source, search, isOpen);
  const chosen = useChosenRecord(source, value);
  // Results for earlier letters are not offered, so that Enter never chooses one of them.
  const current = search === typed ? found.data : undefined;
  const options = (current?.options ?? []).filter(({ id }) => !without.includes(id));
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
  const handleKey = (event: KeyboardEvent) => {
    const moved = moveActive(event.key, isOpen ? active : -1, options.length);
    const isEditing = text !== undefined;
    if (moved !== undefined) {
      setOpen(true);
      setActive(moved);
    } else if (event.key === "Enter" && (isEditing || (isOpen && active >= 0))) choose(options[active]);
    else if (event.key === "Escape" && (isOpen || isEditing)) close();
    // While the list is closed, the form handles Enter and the dialog around it handles Escape.
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const describe = (): string => {
    if (found.error) return t.errorTitle;
    if (!current) return t.loading;
    if (options.length === 0) return t.nothingFound;
    return current.hasMore ? t.moreFound : "";
  };
  return {
    shown: text ?? (value ? (chosen.data?.label ?? value) : ""),
    isOpen,
    options,
    active,
    /** What is said under the options, and to screen readers. */
    status: describe(),
    open: () => setOpen(true),
    type: (next: string) => {
      setText(next);
      setOpen(true);
      setActive(next.trim() === "" ? -1 : 0);
    },
    leave: () => {
      if (text !== undefined && typed === "" && value) onChange("");
      close();
    },
    choose,
    handleKey,
  };
}
