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

const filterSpec = {
  search: "text",
  state: ["pending", "completed", "rejected", "expired"],
  from: "text",
  to: "text",
} as const;

function Registrations({ flow }: { flow: Flow }) {
  const t = useMessages("flows");
  const common = useMessages("components");
  const filters = useFilters(filterSpec);
  const input = toDates(filters.values);
  const lead = (
    <>
      <FlowLink slug={flow.slug} name={flow.name} /> · {t.registrations.lead}
    </>
  );
  return (
    <ListPage
      words={{ ...t.registrations, lead, fields: t.fields }}
      actions={<Downloads slug={flow.slug} filters={input} />}
      filters={filters}
      filterFields={[
        { name: "search", kind: "text", label: common.searchByPerson },
        { name: "state", kind: "choice", options: t.registrations.states },
        "days",
      ]}
      list={useRecords("flows", "listRegistrations", { slug: flow.slug, ...input })}
      columns={{
        when: ({ slug, _id: registrationId, createdAt }) => (
          <RegistrationLink registration={{ slug, registrationId }}>
            <Time value={createdAt} />
          </RegistrationLink>
        ),
        state: (registration) => <RegistrationState registration={registration} />,
        answers: (registration) => <Answers registration={registration} flow={flow} />,
        sentTo: ({ redirect }) => <RedirectSummary redirect={redirect} status={undefined} />,
      }}
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
