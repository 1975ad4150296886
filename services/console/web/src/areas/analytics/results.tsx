import { EmptyState } from "../../components/empty-state.js";
import { Loaded } from "../../components/loaded.js";
import { ForDevelopers } from "../../components/developers.js";
import { addDays } from "../../i18n/local-day.rules.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { Answered, Collection } from "./analytics.api.js";
import { listRemarks, type Remark } from "./answer.rules.js";
import { MetricCards } from "./metric-cards.js";
import { GroupCharts, RankedCharts, TimeCharts } from "./numbers-charts.js";
import { NumbersTable } from "./numbers-table.js";
import type { NumbersQuery } from "./query.rules.js";
import type { ShownNumbers } from "./use-numbers.js";
import { useRangeName } from "./words.js";

interface ResultsProps {
  numbers: ShownNumbers;
  /** Undefined when the person does not see it, or it does not exist. */
  collection: Collection | undefined;
  today: string;
  query: NumbersQuery;
  onChange: (query: NumbersQuery) => void;
  onShowMore: (() => void) | undefined;
}

/** The numbers, or in words that there are none and when there are. */
export function Results({ numbers, collection, today, query, onChange, onShowMore }: ResultsProps) {
  const { series, table } = numbers;
  return (
    <Loaded query={series}>
      {(whole) => (
        <div className="stack" aria-busy={numbers.isStale}>
          {numbers.isNothing ? (
            <Nothing series={whole} collection={collection} query={query} onChange={onChange} />
          ) : (
            <>
              <MetricCards series={whole} />
              <Loaded query={table}>
                {(shown) => (
                  <>
                    <Remarks shown={shown} today={today} />
                    <ChartsAndTable numbers={numbers} series={whole} shown={shown} onShowMore={onShowMore} />
                    <Developers shown={shown} />
                  </>
                )}
              </Loaded>
            </>
          )}
        </div>
      )}
    </Loaded>
  );
}

interface ChartsAndTableProps {
  numbers: ShownNumbers;
  series: Answered;
  shown: Answered;
  onShowMore: (() => void) | undefined;
}

/** From so many columns on, the table needs the whole width. */
const columnsBeside = 4;

function ChartsAndTable({ numbers: { top }, series, shown, onShowMore }: ChartsAndTableProps) {
  const { asked, answer } = shown;
  const columns = asked.groupBy.length + answer.metrics.length + (answer.interval === "none" ? 0 : 1);
  const table = <NumbersTable shown={shown} onShowMore={onShowMore} />;
  const charts = () => {
    if (asked.groupBy.length === 0) return asked.interval !== "none" && <TimeCharts series={series} />;
    if (asked.interval === "none") return <RankedCharts shown={shown} />;
    return top.series.data && <GroupCharts series={top.series.data} groups={top.rows} />;
  };
  return (
    <div className={columns > columnsBeside ? "numbers" : "numbers beside"}>
      <div className="numbers-charts">{charts()}</div>
      <div>{table}</div>
    </div>
  );
}

/** What the numbers do not say by themselves. */
function Remarks({ shown: { answer }, today }: { shown: Answered; today: string }) {
  const t = useMessages("analytics");
  const format = useFormat();
  const nameRange = useRangeName();
  const { previous, to } = answer.range;
  const say = (remark: Remark) => (remark === "running" ? t.remarks.running(format.day(to)) : t.remarks[remark]);
  const sentences = [
    ...(previous ? [t.comparedWith(nameRange(previous))] : []),
    ...listRemarks(answer, today).map(say),
  ];
  return (
    <div className="note numbers-remarks">
      <p>
        <strong>{nameRange(answer.range)}</strong>
      </p>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

interface NothingProps {
  series: Answered;
  collection: Collection | undefined;
  query: NumbersQuery;
  onChange: (query: NumbersQuery) => void;
}

/** Nothing was counted in these days: says so, and when there is something. */
function Nothing({ series: { answer }, collection, query, onChange }: NothingProps) {
  const t = useMessages("analytics");
  const common = useMessages("components");
  const nameRange = useRangeName();
  const { firstDay = "", lastDay = "" } = collection ?? {};
  const isFiltered = query.filters.length > 0;
  const showLatest = () => onChange({ ...query, range: "own", from: addDays(lastDay, -29), to: lastDay });
  const action = isFiltered ? (
    <button type="button" onClick={() => onChange({ ...query, filters: [] })}>
      {common.clearFilters}
    </button>
  ) : (
    lastDay !== "" && (
      <button type="button" onClick={showLatest}>
        {t.showLatest}
      </button>
    )
  );
  return (
    <EmptyState title={t.nothingTitle(nameRange(answer.range))} action={action}>
      {isFiltered && `${t.nothingFiltered} `}
      {lastDay === "" ? t.neverCounted : t.numbersFrom(nameRange({ from: firstDay, to: lastDay }))}
    </EmptyState>
  );
}

/** The same question for programs and agents. */
function Developers({ shown: { asked } }: { shown: Answered }) {
  const t = useMessages("analytics");
  return <ForDevelopers values={[[t.request, JSON.stringify(asked)]]} />;
}
