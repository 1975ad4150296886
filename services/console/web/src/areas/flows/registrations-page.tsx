import { useParams } from "@tanstack/react-router";
import { type Column, DataTable } from "../../components/data-table.js";
import { DownloadButton } from "../../components/download-button.js";
import { EmptyState, NoMatch } from "../../components/empty-state.js";
import { stringifySearch } from "../../components/filter-spec.js";
import { DayFilters, FilterBar, SelectFilter, TextFilter, useFilters } from "../../components/filters.js";
import { Page, RecordPage } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { RegistrationLink } from "../../components/visitor.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { FlowLink } from "./flow-parts.js";
import { type Flow, type Registration, useFlow, useRegistrations } from "./flows.api.js";
import { Answers, RegistrationState } from "./registration-state.js";
import { RedirectSummary } from "./settings-lists.js";

export default function RegistrationsPage() {
  const t = useMessages("flows");
  const { slug = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.registrations.title} query={useFlow(slug)}>
      {(flow) => <Registrations flow={flow} />}
    </RecordPage>
  );
}

const states = ["pending", "completed", "rejected", "expired"] as const;
const filterSpec = { search: "text", state: states, from: "text", to: "text" } as const;

function Registrations({ flow }: { flow: Flow }) {
  const t = useMessages("flows");
  const common = useMessages("components");
  const { values, isFiltered, set, clear } = useFilters(filterSpec);
  const filters = { search: values.search, state: values.state, dateFrom: values.from, dateTo: values.to };
  const list = useRegistrations(flow.slug, filters);
  const empty = isFiltered ? (
    <NoMatch onClear={clear} />
  ) : (
    <EmptyState title={t.registrations.emptyTitle}>{t.registrations.emptyText}</EmptyState>
  );
  const lead = (
    <>
      <FlowLink slug={flow.slug} name={flow.name} /> · {t.registrations.lead}
    </>
  );
  return (
    <Page title={t.registrations.title} lead={lead} actions={<Downloads slug={flow.slug} filters={filters} />}>
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <TextFilter label={common.searchByPerson} value={values.search} onChange={(search) => set({ search })} />
        <SelectFilter
          label={t.registrations.state}
          value={values.state}
          options={states.map((state) => [state, t.registrations.states[state]])}
          onChange={(state) => set({ state })}
        />
        <DayFilters values={values} onChange={set} />
      </FilterBar>
      <DataTable
        caption={t.registrations.caption}
        columns={getColumns(t, flow)}
        list={list}
        getId={({ _id }) => _id}
        empty={empty}
      />
    </Page>
  );
}

type Filters = Parameters<typeof useRegistrations>[1];

/** All registrations of the list, not only those that are shown. */
function Downloads({ slug, filters }: { slug: string; filters: Filters }) {
  const { downloads } = useMessages("flows").registrations;
  const path = `/v1/public/flows/${encodeURIComponent(slug)}/registrations/export`;
  return (["csv", "ndjson"] as const).map((format) => (
    <DownloadButton key={format} path={`${path}${stringifySearch({ format, ...filters })}`}>
      {downloads[format]}
    </DownloadButton>
  ));
}

const getColumns = ({ fields, registrations }: Messages["flows"], flow: Flow): Column<Registration>[] => [
  {
    header: fields.when,
    cell: ({ slug, _id: registrationId, createdAt }) => (
      <RegistrationLink registration={{ slug, registrationId }}>
        <Time value={createdAt} />
      </RegistrationLink>
    ),
  },
  { header: registrations.state, cell: (registration) => <RegistrationState registration={registration} /> },
  { header: fields.answers, cell: (registration) => <Answers registration={registration} flow={flow} /> },
  { header: fields.sentTo, cell: ({ redirect }) => <RedirectSummary redirect={redirect} status={undefined} /> },
];
