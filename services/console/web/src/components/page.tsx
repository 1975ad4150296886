import { Fragment, type ReactNode, useContext, useEffect, useRef } from "react";
import { BusinessContext } from "../api/access.js";
import { useFormat } from "../i18n/locale.js";
import { Loaded, type Read } from "./loaded.js";
import { readText } from "./words.rules.js";

let isFirstPage = true;

export interface PageProps {
  title: string;
  /** One or two sentences under the title. */
  lead?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page: its title in the tab and as heading. After a navigation the heading gets the focus, so that it is read out. */
export function Page({ title, lead, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const business = useContext(BusinessContext)?.business.name;
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return (
    <>
      <title>{business ? `${title} · ${business}` : title}</title>
      <header className="page-header">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className="lead">{lead}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

/** @param props.id for links to it */
export function Section({ id, title, lead, actions, children }: PageProps & { id?: string }) {
  return (
    <section className="section" id={id}>
      <header className="section-header">
        <div>
          <h2>{title}</h2>
          {lead && <p className="note">{lead}</p>}
        </div>
        {actions && <div className="page-actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}

interface RecordPageProps<Value> {
  /** Of the page while there is no record. */
  title: string;
  query: Read<Value>;
  children: (value: Value) => ReactNode;
}

/** A page about one record: it is read, or the page says why it could not be. */
export function RecordPage<Value>({ title, query, children }: RecordPageProps<Value>) {
  return (
    <Loaded query={query} failed={(notice) => <Page title={title}>{notice}</Page>}>
      {children}
    </Loaded>
  );
}

interface FactListProps {
  /** Names with their values. Those that are empty are left out. */
  facts: readonly { name: ReactNode; value: ReactNode }[];
}

/** Facts whose names are no texts of the page. */
export function FactList({ facts }: FactListProps) {
  const format = useFormat();
  const shown = facts.filter(({ value }) => value !== undefined && value !== null && value !== false && value !== "");
  return (
    <dl className="facts">
      {shown.map(({ name, value }, index) => (
        // Two values may have one name.
        <Fragment key={index}>
          <dt>{name}</dt>
          <dd>{typeof value === "number" ? format.number(value) : value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

export interface FactsProps<Name extends string> {
  words: { fields: Readonly<Record<NoInfer<Name>, string>> };
  /** In their order, by their names. */
  values: { readonly [Key in Name]: ReactNode };
}

/** Names with their values, for the details of one record. Values that are empty are left out, numbers are formatted. */
export function Facts<Name extends string>({ words, values }: FactsProps<Name>) {
  const facts = Object.entries<ReactNode>(values).map(([name, value]) => ({
    name: readText(words.fields, name),
    value,
  }));
  return <FactList facts={facts} />;
}
