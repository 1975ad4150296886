import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useBusiness } from "../../api/business.js";
import { loadFile } from "../../api/load-file.js";
import { useRecord } from "../../api/public-api.js";
import { EmptyState } from "../../components/empty-state.js";
import { Loaded, Loading } from "../../components/loaded.js";
import { Page } from "../../components/page.js";
import { useNow } from "../../components/time.js";
import { toLocalDay } from "../../i18n/local-day.rules.js";
import { useMessages } from "../../i18n/messages.js";
import type { Collection } from "./analytics.api.js";
import { QueryBar } from "./query-bar.js";
import {
  chooseCollection,
  listDaily,
  type NumbersQuery,
  readQuery,
  startQuery,
  toRequest,
  writeQuery,
} from "./query.rules.js";
import { useNumbers } from "./use-numbers.js";
import { Results } from "./results.js";
import "../../components/forms/inputs.css";
import "./analytics.css";

/** With the writing of the file; not needed for the first numbers. */
const CsvButton = lazy(() => loadFile(() => import("./csv-button.js")));

export default function AnalyticsPage() {
  const t = useMessages("analytics");
  const collections = useRecord("analytics", "listAnalyticsCollections", {});
  return (
    <Loaded
      query={{ ...collections, data: collections.data?.collections }}
      empty={
        <Page title={t.title} lead={t.lead}>
          <EmptyState title={t.noCollections} />
        </Page>
      }
      failed={(notice) => <Page title={t.title}>{notice}</Page>}
    >
      {(known) => <Question collections={known} />}
    </Loaded>
  );
}

/** The whole question stands in the address, also the one that is shown first. */
function Question({ collections }: { collections: readonly Collection[] }) {
  const navigate = useNavigate();
  const query = readQuery(useSearch({ strict: false }));
  const go = (next: NumbersQuery, replace: boolean) =>
    void navigate({ to: ".", search: writeQuery(next) as never, replace, resetScroll: false });
  const start = useEffectEvent(() => {
    const first = chooseCollection(collections);
    if (first) go(startQuery(first), true);
  });
  const isAsked = query !== undefined;
  useEffect(() => {
    if (!isAsked) start();
  }, [isAsked]);
  if (!query) return <Loading />;
  return <Numbers collections={collections} query={query} onChange={(next) => go(next, false)} />;
}

interface NumbersProps {
  collections: readonly Collection[];
  query: NumbersQuery;
  onChange: (query: NumbersQuery) => void;
}

function Numbers({ collections, query, onChange }: NumbersProps) {
  const t = useMessages("analytics");
  const { timeZone } = useBusiness().business;
  const today = toLocalDay(new Date(useNow()), timeZone);
  const collection = collections.find(({ name }) => name === query.collection);
  const daily = listDaily(collection);
  const request = toRequest(query, today, daily);
  const [more, setMore] = useState("");
  const asked = JSON.stringify(request);
  const numbers = useNumbers(request, daily, more === asked);
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        !numbers.isNothing &&
        numbers.table.data && (
          <Suspense fallback={null}>
            <CsvButton shown={numbers.table.data} />
          </Suspense>
        )
      }
    >
      <QueryBar collections={collections} query={query} today={today} onChange={onChange} />
      <Results
        numbers={numbers}
        collection={collection}
        today={today}
        query={query}
        onChange={onChange}
        onShowMore={more === asked ? undefined : () => setMore(asked)}
      />
    </Page>
  );
}
