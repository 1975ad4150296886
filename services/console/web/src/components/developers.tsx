import { useMessages } from "../i18n/messages.js";
import { CopyableId } from "./copy.js";
import { FactList, Facts, type FactsProps } from "./page.js";
import { readText } from "./words.rules.js";
// Also for pages without a form.
import "./forms/inputs.css";

type Id = string | null | undefined;

interface ForDevelopersProps {
  /** Names with the ids and other values that only programs need. Those that are missing are left out. */
  values: readonly (readonly [name: string, value: Id])[];
}

/** The one place of a page for ids, collapsed: everywhere else records and people have names. */
export function ForDevelopers({ values }: ForDevelopersProps) {
  const t = useMessages("components");
  return (
    <details className="developers">
      <summary>{t.forDevelopers}</summary>
      <FactList
        facts={values.map(([name, value]) => ({ name, value: value && <CopyableId value={value} name={name} /> }))}
      />
    </details>
  );
}

interface RecordFactsProps<Name extends string, IdName extends string> extends FactsProps<Name> {
  words: { fields: Readonly<Record<NoInfer<Name | IdName>, string>> };
  /** Of one name also several. */
  ids: { readonly [Key in IdName]: Id | readonly Id[] };
}

/** The details of a record, and below them what only programs need. */
export function RecordFacts<Name extends string, IdName extends string>({
  words,
  values,
  ids,
}: RecordFactsProps<Name, IdName>) {
  const listed = Object.entries<Id | readonly Id[]>(ids).flatMap(([name, value]) =>
    [value].flat().map((id) => [readText(words.fields, name) ?? "", id] as const),
  );
  return (
    <>
      <Facts words={words} values={values} />
      <ForDevelopers values={listed} />
    </>
  );
}
