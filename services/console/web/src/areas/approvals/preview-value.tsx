import { shorten } from "@tenant-ops/kit/texts";
import { type ReactNode, useState } from "react";
import {
  centerSource,
  courseSource,
  productSource,
  type RecordSource,
  rewardSource,
  rouletteSource,
  surveySource,
} from "../../api/record-sources.js";
import { RecordName } from "../../components/record-name.js";
import { SafeText } from "../../components/safe-text/safe-text.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { hasCodes, isDateTime, toFieldKey } from "./approvals.rules.js";
import { isEmpty, isFields, isId, type Path } from "./preview.rules.js";

/** Where the name of a record stands, by the beginning of its id. */
export const sources: Readonly<Record<string, RecordSource>> = {
  stk: productSource,
  ctr: centerSource,
  crs: courseSource,
  rlt: rouletteSource,
  itm: rewardSource,
  // Surveys and events are read by one operation.
  tgt: surveySource,
};

/** Names of fields in the language of the page; those that it does not know stand as they are. */
export function useFieldName(): (path: Path) => string {
  const words: Readonly<Record<string, string>> = useMessages("approvals").fields;
  return (path) => path.map((name) => words[toFieldKey(name)] ?? name).join(" · ");
}

const charactersMax = 400;
const itemsMax = 10;

/** Everything, or the beginning with a button that shows the rest. */
function Cut({ isLong, text, children }: { isLong: boolean; text: string; children: (isCut: boolean) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  if (!isLong || isOpen) return children(false);
  return (
    <>
      {children(true)}{" "}
      <button type="button" className="link" onClick={() => setOpen(true)}>
        {text}
      </button>
    </>
  );
}

export function LongText({ text }: { text: string }) {
  const t = useMessages("approvals");
  return (
    <Cut isLong={text.length > charactersMax} text={t.showAll}>
      {(isCut) => <SafeText text={isCut ? shorten(text, charactersMax) : text} />}
    </Cut>
  );
}

interface CutListProps<Item> {
  items: readonly Item[];
  children: (shown: readonly Item[]) => ReactNode;
}

export function CutList<Item>({ items, children }: CutListProps<Item>) {
  const t = useMessages("approvals");
  const format = useFormat();
  return (
    <Cut isLong={items.length > itemsMax} text={t.more(format.number(items.length))}>
      {(isCut) => children(isCut ? items.slice(0, itemsMax) : items)}
    </Cut>
  );
}

/** A value of a preview or of arguments. */
export function PreviewValue({ path, value }: { path: Path; value: unknown }) {
  const t = useMessages("approvals");
  const format = useFormat();
  const words: Readonly<Record<string, string>> = t.values;
  const name = path.at(-1) ?? "";
  if (isEmpty(value)) return <span className="note">{t.page.nothing}</span>;
  if (typeof value === "boolean") return value ? t.yes : t.no;
  if (typeof value === "number") return format.number(value, { maximumFractionDigits: 10 });
  if (Array.isArray(value)) return <ValueList path={path} values={value} />;
  if (isFields(value)) return <FieldList path={path} fields={value} />;
  const text = String(value);
  const source = isId(name, text) ? sources[text.split("_")[0] ?? ""] : undefined;
  if (source) return <RecordName source={source} id={text} />;
  if (isDateTime(name, text)) return format.dateTime(text);
  if (hasCodes(path) && Object.hasOwn(words, text)) return words[text];
  return <LongText text={text} />;
}

function ValueList({ path, values }: { path: Path; values: readonly unknown[] }) {
  return (
    <CutList items={values}>
      {(shown) => (
        <ul className="value-list">
          {shown.map((value, index) => (
            // A list of values has no ids.
            <li key={index}>
              <PreviewValue path={path} value={value} />
            </li>
          ))}
        </ul>
      )}
    </CutList>
  );
}

function FieldList({ path, fields }: { path: Path; fields: Readonly<Record<string, unknown>> }) {
  const nameField = useFieldName();
  const shown = Object.entries(fields).filter(([name, value]) => !isEmpty(value) && !isId(name, value));
  return (
    <ul className="value-list">
      {shown.map(([name, value]) => (
        <li key={name}>
          <SafeText text={nameField([name])} />: <PreviewValue path={[...path, name]} value={value} />
        </li>
      ))}
    </ul>
  );
}
