import { type ComponentType, isValidElement, type ReactElement, type ReactNode, useContext, useState } from "react";
import { BusinessContext } from "../api/access.js";
import { useBusiness } from "../api/business.js";
import type { RecordSource } from "../api/record-sources.js";
import type { List } from "../api/use-list.js";
import { useMessages } from "../i18n/messages.js";
import { DataTable } from "./data-table.js";
import type { Columns } from "./table.js";
import type { DialogAbout } from "./dialogs/dialog.js";
import { EmptyState } from "./empty-state.js";
import type { FilterSpec, FilterValues } from "./filter-spec.js";
import { DayFilters, FilterBar, SelectFilter, TextFilter } from "./filters.js";
import type { RecordFilter } from "./forms/record-choice.js";
import { Page } from "./page.js";
import { type Named, type Options, readText, type TextName } from "./words.rules.js";

/** @template Text the names that have a text in the words of the list */
export type FilterField<Name, Text = string> = Named<Name, Text> & {
  kind: "text" | "choice" | "record";
  options?: Options;
  source?: RecordSource;
  /** `RecordFilter`, for a record. The page brings it, so that pages without one do not load it. */
  Filter?: typeof RecordFilter;
};

/** "days" is the first and the last day. An entry that is false is left out. */
export type FilterEntry<Spec, Text = string> = FilterField<keyof Spec & string, Text> | "days" | ReactElement | false;

/** What `useFilters` returns. */
interface Filters<Spec extends FilterSpec> {
  values: FilterValues<Spec>;
  isFiltered: boolean;
  set: (changes: FilterValues<Spec>) => void;
  clear: () => void;
}

/** A button of each row that opens a dialog about its record. */
interface RowDialog<Item> {
  text: string;
  /** Read out in place of the text: it names the record. */
  label: (item: Item) => string;
  Dialog: ComponentType<DialogAbout<Item>>;
  /** Whether the record has the button; all have it if this is left out. */
  isFor?: (item: Item) => boolean;
  /** True for what cannot be undone. */
  isDangerous?: boolean;
}

interface FilteredListProps<Item, Spec extends FilterSpec, Name extends string, Texts> {
  words: {
    caption: string;
    emptyTitle?: string;
    emptyText?: string;
    /** Of columns and filters, by their names. */
    fields: Texts & Readonly<Record<NoInfer<Name>, string>>;
  };
  list: List<Item>;
  columns: Columns<Item, Name>;
  /** `_id` if it is left out. */
  getId?: (item: Item) => string;
  filters?: Filters<Spec>;
  /** The first one is always visible, the others are behind a button. */
  filterFields?: readonly FilterEntry<Spec, NoInfer<TextName<Texts>>>[];
  /** What a person can do about an empty list; of a page the button that creates, or its actions, if this is left out. */
  emptyAction?: ReactNode;
  /** For those who have the scope; without one, for everybody. */
  rowDialogs?: { scope?: string; dialogs: readonly RowDialog<Item>[] };
}

/** A list with its filters. */
export function FilteredList<Item, Spec extends FilterSpec, Name extends string, Texts extends object>({
  words,
  list,
  columns,
  getId,
  filters,
  filterFields = [],
  emptyAction,
  rowDialogs,
}: FilteredListProps<Item, Spec, Name, Texts>) {
  const { emptyTitle, emptyText } = words;
  const common = useMessages("components");
  const access = useContext(BusinessContext);
  const [opened, setOpened] = useState<{ dialog: RowDialog<Item>; record: Item }>();
  const hasButtons = rowDialogs && (rowDialogs.scope === undefined || access?.can(rowDialogs.scope));
  const empty =
    filters && (filters.isFiltered || !emptyTitle) ? (
      <EmptyState
        title={common.noMatch}
        action={
          <button type="button" onClick={filters.clear}>
            {common.clearFilters}
          </button>
        }
      />
    ) : (
      <EmptyState title={emptyTitle ?? ""} action={emptyAction}>
        {emptyText}
      </EmptyState>
    );
  return (
    <>
      {filters && (
        <FilterBar isFiltered={filters.isFiltered} onClear={filters.clear}>
          {filterFields.map((entry) => renderFilter(entry, words.fields, filters))}
        </FilterBar>
      )}
      <DataTable<Item, Name>
        words={words}
        columns={columns}
        actions={
          hasButtons &&
          ((record) => (
            <RowButtons record={record} dialogs={rowDialogs.dialogs} open={(dialog) => setOpened({ dialog, record })} />
          ))
        }
        list={list}
        getId={getId}
        empty={empty}
      />
      {opened && <opened.dialog.Dialog record={opened.record} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function renderFilter<Spec extends FilterSpec>(
  entry: FilterEntry<Spec>,
  texts: object,
  { values, set }: Filters<Spec>,
): ReactNode {
  const given = values as Readonly<Record<string, string | undefined>>;
  const change = set as (changes: Record<string, string | undefined>) => void;
  if (entry === false) return null;
  if (entry === "days") return <DayFilters key="days" values={given} onChange={(days) => change({ ...days })} />;
  if (isValidElement(entry)) return entry;
  const {
    name,
    label = readText(texts, name) ?? "",
    kind,
    options = [],
    source,
    Filter,
  } = entry as FilterField<string>;
  const field = { label, value: given[name], onChange: (value: string | undefined) => change({ [name]: value }) };
  if (kind === "choice") return <SelectFilter key={name} {...field} options={options} />;
  if (Filter && source) return <Filter key={name} {...field} source={source} />;
  return <TextFilter key={name} {...field} />;
}

interface RowButtonsProps<Item> {
  record: Item;
  dialogs: readonly RowDialog<Item>[];
  open: (dialog: RowDialog<Item>) => void;
}

function RowButtons<Item>({ record, dialogs, open }: RowButtonsProps<Item>) {
  const buttons = dialogs
    .filter(({ isFor }) => !isFor || isFor(record))
    .map((dialog) => (
      <button
        key={dialog.text}
        type="button"
        className={dialog.isDangerous ? "danger" : undefined}
        aria-label={dialog.label(record)}
        onClick={() => open(dialog)}
      >
        {dialog.text}
      </button>
    ));
  if (buttons.length === 0) return null;
  return dialogs.length > 1 ? <div className="row-actions">{buttons}</div> : buttons;
}

interface ListPageProps<Item, Spec extends FilterSpec, Name extends string, Texts> extends FilteredListProps<
  Item,
  Spec,
  Name,
  Texts
> {
  words: FilteredListProps<Item, Spec, Name, Texts>["words"] & { title: string; lead?: ReactNode; create?: string };
  /** The pages of the area. */
  tabs?: ReactNode;
  /** The dialog behind the button of `words.create`, for those who have the scope. */
  create?: { scope: string; Dialog: ComponentType<{ onClose: () => void }> };
  /** Beside the title, where no dialog creates. */
  actions?: ReactNode;
  /** Above the list. */
  children?: ReactNode;
  /** Under the list. */
  below?: ReactNode;
}

/** A page with one list. */
export function ListPage<Item, Spec extends FilterSpec, Name extends string, Texts extends object>({
  tabs,
  create,
  actions,
  children,
  below,
  ...list
}: ListPageProps<Item, Spec, Name, Texts>) {
  const { words } = list;
  const { can } = useBusiness();
  const [isCreating, setCreating] = useState(false);
  const button = create && can(create.scope) && (
    <button type="button" className="primary" onClick={() => setCreating(true)}>
      {words.create}
    </button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={actions ?? button}>
      {tabs}
      {children}
      <FilteredList<Item, Spec, Name, Texts>
        {...list}
        emptyAction={list.emptyAction === undefined ? (actions ?? button) : list.emptyAction}
      />
      {below}
      {create && isCreating && <create.Dialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
