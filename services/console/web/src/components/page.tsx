import { Fragment, type ReactNode, useContext, useEffect, useRef } from "react";
import { BusinessContext } from "../api/access.js";
import { Loaded, type Read } from "./loaded.js";

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

interface FactsProps {
  /** Values that are empty are left out. */
  values: readonly { name: ReactNode; value: ReactNode }[];
}

/** Names with their values, for the details of one record. */
export function Facts({ values }: FactsProps) {
  const shown = values.filter(({ value }) => value !== undefined && value !== null && value !== false && value !== "");
  return (
    <dl className="facts">
      {shown.map(({ name, value }, index) => (
        // Two values may have one name.
        <Fragment key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
