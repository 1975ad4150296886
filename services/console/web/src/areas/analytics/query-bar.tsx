import { groupsMax, metricsMax } from "@tenant-ops/rest/analytics-limits";
import { lazy, Suspense } from "react";
import { loadFile } from "../../api/load-file.js";
import { ChoiceFilter, DayFilters, FilterBar, PanelOnly } from "../../components/filters.js";
import { Check } from "../../components/forms/form.js";
import { toggle } from "../../components/forms/rows.rules.js";
import { useMessages } from "../../i18n/messages.js";
import type { Collection } from "./analytics.api.js";
import { compares, intervals, mayBeHourly, type NumbersQuery, ranges, startQuery } from "./query.rules.js";
import { useNames } from "./words.js";

/** With the search for values; not needed for the first numbers. */
const ValueFilters = lazy(() => loadFile(() => import("./value-filters.js")));

interface QueryBarProps {
  collections: readonly Collection[];
  query: NumbersQuery;
  /** The day of the business. */
  today: string;
  onChange: (query: NumbersQuery) => void;
}

/** The question, in one row: what and when; everything else in a panel, and as buttons that remove it. */
export function QueryBar({ collections, query, today, onChange }: QueryBarProps) {
  const t = useMessages("analytics");
  const { nameCollection } = useNames();
  const known = collections.find(({ name }) => name === query.collection);
  const change = (changes: Partial<NumbersQuery>) => onChange({ ...query, ...changes });
  const choose = (name: string) => {
    const chosen = collections.find((one) => one.name === name);
    if (chosen) onChange(startQuery(chosen, query));
  };
  const names = collections.map(({ name }) => [name, nameCollection(name)] as const);
  const isNarrowed = query.groupBy.length > 0 || query.filters.length > 0 || query.interval !== undefined;
  return (
    <FilterBar
      label={t.options}
      isFiltered={isNarrowed}
      onClear={() => change({ groupBy: [], filters: [], interval: undefined })}
    >
      <div className="numbers-first">
        <ChoiceFilter
          label={t.collection}
          value={query.collection}
          options={known ? names : [...names, [query.collection, query.collection]]}
          onChange={choose}
        />
        <ChoiceFilter
          label={t.range}
          value={query.range}
          options={ranges.map((range) => [range, t.ranges[range]])}
          onChange={(range) => change({ range, ...(range === "own" && { to: query.to ?? today }) })}
        />
        {query.range === "own" && <DayFilters values={query} onChange={change} />}
      </div>
      {known && <MetricChoice collection={known} query={query} onChange={(metrics) => change({ metrics })} />}
      {known && <GroupChoices collection={known} query={query} onChange={(groupBy) => change({ groupBy })} />}
      <ChoiceFilter
        label={t.interval}
        value={query.interval ?? "auto"}
        none="auto"
        options={(["auto", ...intervals] as const)
          .filter((interval) => interval !== "hour" || query.interval === "hour" || mayBeHourly(query, today))
          .map((interval) => [interval, t.intervals[interval]])}
        onChange={(interval) => change({ interval: interval === "auto" ? undefined : interval })}
      />
      <ChoiceFilter
        label={t.compare}
        value={query.compare}
        options={compares.map((compare) => [compare, t.compares[compare]])}
        onChange={(compare) => change({ compare })}
      />
      {known && (
        <Suspense fallback={null}>
          <ValueFilters collection={known} filters={query.filters} onChange={(filters) => change({ filters })} />
        </Suspense>
      )}
    </FilterBar>
  );
}

interface MetricChoiceProps {
  collection: Collection;
  query: NumbersQuery;
  onChange: (metrics: string[]) => void;
}

function MetricChoice({ collection: { name: collection, metrics }, query, onChange }: MetricChoiceProps) {
  const t = useMessages("analytics");
  const { nameMetric } = useNames();
  // In the order in which they were chosen: the first one sorts the groups. Words that do not exist are left out with the next change.
  const chosen = query.metrics.filter((name) => metrics.some((metric) => metric.name === name));
  return (
    <PanelOnly>
      <fieldset className="field numbers-choice">
        <legend>{t.metrics}</legend>
        {metrics.map(({ name }) => {
          const isOn = chosen.includes(name);
          return (
            <Check
              key={name}
              label={nameMetric(collection, name)}
              checked={isOn}
              disabled={isOn ? chosen.length === 1 : chosen.length >= metricsMax}
              onChange={(next) => onChange(toggle(chosen, name, next))}
            />
          );
        })}
        {metrics.length > metricsMax && <p className="note">{t.metricsHint(metricsMax)}</p>}
      </fieldset>
    </PanelOnly>
  );
}

interface GroupChoicesProps {
  collection: Collection;
  query: NumbersQuery;
  onChange: (groupBy: string[]) => void;
}

function GroupChoices({ collection: { dimensions }, query: { groupBy }, onChange }: GroupChoicesProps) {
  const t = useMessages("analytics");
  const { nameDimension } = useNames();
  const places = Math.min(groupsMax, groupBy.length + 1, dimensions.length);
  return Array.from({ length: places }, (_, place) => {
    const others = groupBy.filter((_name, index) => index !== place);
    const names = dimensions.map(({ name }) => name).filter((name) => !others.includes(name));
    return (
      <ChoiceFilter
        key={place}
        label={place === 0 ? t.groupBy : t.thenBy}
        value={groupBy[place] ?? ""}
        none=""
        options={[["", t.noGroup], ...names.map((name) => [name, nameDimension(name)] as const)]}
        onChange={(name) => onChange(groupBy.toSpliced(place, 1, ...(name === "" ? [] : [name])))}
      />
    );
  });
}
