import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { createFlow } from "../../api/limits/flows.js";
import { useChange, useRecords } from "../../api/public-api.js";
import type { Column } from "../../components/data-table.js";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { useFilters } from "../../components/filters.js";
import { TextField } from "../../components/forms/inputs.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { FlowLink, FlowTabs, OnlineBadge } from "./flow-parts.js";
import type { FlowSummary } from "./flows.api.js";
import { firstQuestions, proposeSlug, toRedirectInput } from "./flows.rules.js";
import { RedirectFields, type RedirectValues } from "./redirect-fields.js";

const filterSpec = { search: "text", isActive: ["true", "false"], campaign: "text" } as const;

export default function FlowsPage() {
  const t = useMessages("flows");
  const common = useMessages("components");
  const filters = useFilters(filterSpec);
  const states = [
    ["true", t.online],
    ["false", t.offline],
  ] as const;
  return (
    <ListPage
      words={t.list}
      tabs={<FlowTabs />}
      create={{ scope: "flows:write", Dialog: NewFlowDialog }}
      filters={filters}
      filterFields={[
        { name: "search", kind: "text", label: common.searchByName },
        { name: "isActive", kind: "choice", label: t.fields.state, options: states },
        { name: "campaign", kind: "text", label: t.fields.campaign },
      ]}
      list={useRecords("flows", "listFlows", filters.values)}
      columns={getColumns(t, useFormat())}
    />
  );
}

const getColumns = ({ fields }: Messages["flows"], format: Format): Column<FlowSummary>[] => [
  { header: fields.name, cell: ({ slug, name }) => <FlowLink slug={slug} name={name} /> },
  { header: fields.state, cell: ({ isActive }) => <OnlineBadge isActive={isActive} /> },
  { header: fields.visitors, align: "end", cell: ({ uniqueVisitCount }) => format.number(uniqueVisitCount) },
  { header: fields.registrations, align: "end", cell: ({ completedCount }) => format.number(completedCount) },
  { header: fields.conversion, align: "end", cell: ({ conversionRate }) => format.percent(conversionRate / 100) },
  { header: fields.campaign, cell: ({ campaign }) => campaign },
  { header: fields.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
];

/** Asks only for what a new flow needs. The rest is set up on the page of the flow, which opens after the creation. */
function NewFlowDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages("flows");
  const common = useMessages("components");
  const navigate = useNavigate();
  const { _id: businessId } = useBusiness().business;
  const [values, setValues] = useState({ name: "", slug: "", campaign: "" });
  const [redirect, setRedirect] = useState<RedirectValues>({ type: "roulette", targetId: "", url: "" });
  const create = useChange("flows", "createFlow", ({ slug }) => {
    showToast(t.form.created);
    void navigate({ to: "/b/$businessId/flows/$slug", params: { businessId, slug } });
  });
  const change = (changes: Partial<typeof values>) => setValues({ ...values, ...changes });
  // The address follows the name until the person writes another one.
  const changeName = (name: string) =>
    change({ name, ...(values.slug === proposeSlug(values.name) && { slug: proposeSlug(name) }) });
  return (
    <FormDialog
      title={t.list.create}
      submit={common.create}
      write={create}
      onSubmit={() =>
        create.mutate({ ...values, redirect: toRedirectInput(redirect), registrationFields: firstQuestions })
      }
      onClose={onClose}
    >
      <TextField name="name" label={t.fields.name} {...createFlow.name} value={values.name} onChange={changeName} />
      <TextField
        name="slug"
        label={t.fields.slug}
        hint={t.form.slugHint}
        {...createFlow.slug}
        value={values.slug}
        onChange={(slug) => change({ slug })}
      />
      <RedirectFields value={redirect} onChange={setRedirect} />
      <TextField
        name="campaign"
        label={t.fields.campaign}
        isOptional
        {...createFlow.campaign}
        value={values.campaign}
        onChange={(campaign) => change({ campaign })}
      />
    </FormDialog>
  );
}
