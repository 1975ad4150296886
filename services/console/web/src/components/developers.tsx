import { useMessages } from "../i18n/messages.js";
import { CopyableId } from "./copy.js";
import { Facts } from "./page.js";
// Also for pages without a form.
import "./forms/inputs.css";

interface ForDevelopersProps {
  /** Names with the ids and other values that only programs need. Those that are undefined are left out. */
  values: readonly (readonly [name: string, value: string | undefined])[];
}

/** The one place of a page for ids, collapsed: everywhere else records and people have names. */
export function ForDevelopers({ values }: ForDevelopersProps) {
  const t = useMessages("components");
  return (
    <details className="developers">
      <summary>{t.forDevelopers}</summary>
      <Facts
        values={values.map(([name, value]) => ({
          name,
          value: value !== undefined && <CopyableId value={value} name={name} />,
        }))}
      />
    </details>
  );
}

interface RecordFactsProps {
  values: React.ComponentProps<typeof Facts>["values"];
  ids: ForDevelopersProps["values"];
}

/** The details of a record, and below them what only programs need. */
export function RecordFacts({ values, ids }: RecordFactsProps) {
  return (
    <>
      <Facts values={values} />
      <ForDevelopers values={ids} />
    </>
  );
}
