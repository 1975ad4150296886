import { useParams } from "@tanstack/react-router";
import { useRecord, useRecords } from "../../api/public-api.js";
import { DownloadButton } from "../../components/download-button.js";
import { stringifySearch } from "../../components/filter-spec.js";
import { toDates, useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { RecordPage } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { RegistrationLink } from "../../components/visitor.js";
import { useMessages } from "../../i18n/messages.js";
import { FlowLink } from "./flow-parts.js";
import type { Flow } from "./flows.api.js";
import { Answers, RegistrationState } from "./registration-state.js";
import { RedirectSummary } from "./settings-lists.js";

export default function RegistrationsPage() {
  const t = useMessages("flows");
  const { slug = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.registrations.title} query={useRecord("flows", "getFlow", { slug })}>
      {(flow) => <Registrations flow={flow} />}
    </RecordPage>
  );
}

const states = ["pending", "completed", "rejected", "expired"] as const;
const filterSpec = { search: "text", state: states, from: "text", to: "text" } as const;

function Registrations({ flow }: { flow: Flow }) {
  const t = useMessages("flows");
  const common = useMessages("components");
  const filters = useFilters(filterSpec);
  const input = toDates(filters.values);
  const options = states.map((state) => [state, t.registrations.states[state]] as const);
  const lead = (
    <>
      <FlowLink slug={flow.slug} name={flow.name} /> · {t.registrations.lead}
    </>
  );
  return (
    <ListPage
      words={{ ...t.registrations, lead }}
      actions={<Downloads slug={flow.slug} filters={input} />}
      filters={filters}
      filterFields={[
        { name: "search", kind: "text", label: common.searchByPerson },
        { name: "state", kind: "choice", label: t.registrations.state, options },
        "days",
      ]}
      list={useRecords("flows", "listRegistrations", { slug: flow.slug, ...input })}
      columns={[
        {
          header: t.fields.when,
          cell: ({ slug, _id: registrationId, createdAt }) => (
            <RegistrationLink registration={{ slug, registrationId }}>
              <Time value={createdAt} />
            </RegistrationLink>
          ),
        },
        { header: t.registrations.state, cell: (registration) => <RegistrationState registration={registration} /> },
        { header: t.fields.answers, cell: (registration) => <Answers registration={registration} flow={flow} /> },
        { header: t.fields.sentTo, cell: ({ redirect }) => <RedirectSummary redirect={redirect} status={undefined} /> },
      ]}
      emptyAction={null}
    />
  );
}

/** All registrations of the list, not only those that are shown. */
function Downloads({ slug, filters }: { slug: string; filters: Record<string, string | undefined> }) {
  const { downloads } = useMessages("flows").registrations;
  const path = `/v1/public/flows/${encodeURIComponent(slug)}/registrations/export`;
  return (["csv", "ndjson"] as const).map((format) => (
    <DownloadButton key={format} path={`${path}${stringifySearch({ format, ...filters })}`}>
      {downloads[format]}
    </DownloadButton>
  ));
}
