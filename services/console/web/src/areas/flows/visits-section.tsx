import { useBusiness } from "../../api/business.js";
import { useRecord } from "../../api/public-api.js";
import { BarChart } from "../../components/charts/bar-chart.js";
import { Table } from "../../components/table.js";
import { Loaded } from "../../components/loaded.js";
import { Section } from "../../components/page.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { Checklist, Flow, FlowVisits } from "./flows.api.js";
import { listOpenSteps } from "./flows.rules.js";

/** Why nobody registers: what visitors did, where they stop, and what is not set up. */
export function VisitsSection({ flow }: { flow: Flow }) {
  const t = useMessages("flows").visits;
  const query = useRecord("flows", "getFlowVisits", { slug: flow.slug });
  const { data: checklist } = useRecord("flows", "getFlowChecklist", { slug: flow.slug });
  return (
    <Section title={t.title} lead={t.lead}>
      <Loaded query={query}>
        {(visits) => (
          <div className="visits">
            {checklist && <OpenSteps steps={checklist.steps} />}
            <Charts flow={flow} visits={visits} />
            <Uncounted visits={visits} />
            <Stops flow={flow} visits={visits} />
            <Sources visits={visits} />
          </div>
        )}
      </Loaded>
    </Section>
  );
}

function OpenSteps({ steps }: Pick<Checklist, "steps">) {
  const { checklist, visits } = useMessages("flows");
  const format = useFormat();
  const open = listOpenSteps(steps);
  if (open.length === 0) return null;
  return <p>{visits.notSetUp(format.list(open.map(({ name }) => checklist.steps[name])))}</p>;
}

function Charts({ flow, visits: { days, totals } }: { flow: Flow; visits: FlowVisits }) {
  const { _id: businessId } = useBusiness().business;
  const t = useMessages("flows").visits;
  const format = useFormat();
  const toPoints = (name: "visits" | "registrations") => days.map(({ day, counts }) => ({ day, value: counts[name] }));
  return (
    <div className="cards">
      <BarChart
        title={t.visits}
        total={totals.visits}
        notes={[t.unique(format.number(totals.uniqueVisits))]}
        points={toPoints("visits")}
      />
      <BarChart
        title={t.registrations}
        to={`/b/${businessId}/flows/${flow.slug}/registrations`}
        total={totals.registrations}
        notes={[t.refusedTries(format.number(totals.refusedTries))]}
        points={toPoints("registrations")}
      />
    </div>
  );
}

/** So that the list of registrations and the counts agree. */
function Uncounted({ visits: { uncounted } }: { visits: FlowVisits }) {
  const t = useMessages("flows").visits;
  const format = useFormat();
  const counted = (["automatic", "repeated"] as const).flatMap((reason) =>
    uncounted[reason] > 0 ? format.counted(uncounted[reason], t[reason]) : [],
  );
  return counted.length > 0 && <p className="note">{t.uncounted(format.list(counted))}</p>;
}

function Stops({ flow, visits: { stops, totals } }: { flow: Flow; visits: FlowVisits }) {
  const t = useMessages("flows").visits;
  const format = useFormat();
  const shown = stops.filter(({ visitors, refusedTries }) => visitors + refusedTries > 0);
  if (shown.length === 0) return <p className="note">{t.none}</p>;
  const getShare = (visitors: number) =>
    totals.uniqueVisits > 0 ? ` (${format.percent(visitors / totals.uniqueVisits)})` : "";
  return (
    <Table
      words={{ caption: t.stops, fields: t.fields }}
      items={shown}
      getId={({ place, question = "" }) => place + question}
      columns={{
        stops: ({ place, question = "" }) =>
          place === "question" ? t.question(flow.questionLabels[question] ?? question) : t.places[place],
        visitors: { align: "end", cell: ({ visitors }) => `${format.number(visitors)}${getShare(visitors)}` },
        refused: ({ refusedTries }) => refusedTries,
      }}
    />
  );
}

function Sources({ visits: { sources } }: { visits: FlowVisits }) {
  const t = useMessages("flows").visits;
  const format = useFormat();
  if (sources.length === 0) return null;
  const counted = sources.map(({ source, visitors }) => `${t.sources[source]} ${format.number(visitors)}`);
  return (
    <p>
      {t.cameFrom} {counted.join(" · ")}
      <span className="note contact">{t.sourceNote}</span>
    </p>
  );
}
