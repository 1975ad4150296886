import { Link, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useBusiness } from "../../api/business.js";
import { useRecord } from "../../api/public-api.js";
import { CopyButton } from "../../components/copy.js";
import { lazyDialog } from "../../components/dialogs/lazy-dialog.js";
import { ExternalLink } from "../../components/external-link.js";
import { Facts, Page, RecordPage, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { useMessages } from "../../i18n/messages.js";
import { ChecklistSection } from "./checklist-section.js";
import { DocumentsSection } from "./documents/documents-section.js";
import { Funnel, OnlineBadge } from "./flow-parts.js";
import type { Flow } from "./flows.api.js";
import { QuestionList, RedirectList, RedirectSummary } from "./settings-lists.js";

export default function FlowPage() {
  const t = useMessages("flows");
  const { slug = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.list.title} query={useRecord("flows", "getFlow", { slug })}>
      {(flow) => <FlowDetails key={flow._id} flow={flow} />}
    </RecordPage>
  );
}

// Charts, which are loaded beside their numbers.
const VisitsSection = lazyDialog(async () => (await import("./visits-section.js")).VisitsSection);
const TestRunSection = lazyDialog(async () => (await import("./test-run-section.js")).TestRunSection);

const dialogs = {
  activity: lazyDialog(async () => (await import("./activity-dialog.js")).ActivityDialog),
  settings: lazyDialog(async () => (await import("./flow-dialog.js")).FlowDialog),
  questions: lazyDialog(async () => (await import("./questions-dialog.js")).QuestionsDialog),
  redirect: lazyDialog(async () => (await import("./redirect-dialog.js")).RedirectDialog),
  further: lazyDialog(async () => (await import("./further-dialog.js")).FurtherDialog),
};
type DialogName = keyof typeof dialogs;

function FlowDetails({ flow }: { flow: Flow }) {
  const t = useMessages("flows");
  const mayWrite = useBusiness().can("flows:write");
  const [dialog, setDialog] = useState<DialogName>();
  const OpenDialog = dialog && dialogs[dialog];
  const edit = (name: DialogName, title: string) =>
    mayWrite && (
      <button type="button" aria-label={`${t.edit}: ${title}`} onClick={() => setDialog(name)}>
        {t.edit}
      </button>
    );
  const actions = mayWrite && (
    <>
      <button type="button" className={flow.isActive ? "" : "primary"} onClick={() => setDialog("activity")}>
        {flow.isActive ? t.activity.deactivate : t.activity.activate}
      </button>
      {edit("settings", flow.name)}
    </>
  );
  return (
    <Page title={flow.name} lead={<OnlineBadge isActive={flow.isActive} />} actions={actions}>
      <FlowFacts flow={flow} />
      <VisitsSection flow={flow} />
      <div className="setup">
        <div>
          <ChecklistSection flow={flow} open={setDialog} />
          <Settings flow={flow} edit={edit} />
        </div>
        {mayWrite && <TestRunSection flow={flow} />}
      </div>
      {OpenDialog && <OpenDialog flow={flow} onClose={() => setDialog(undefined)} />}
    </Page>
  );
}

function Settings({ flow, edit }: { flow: Flow; edit: (name: DialogName, title: string) => ReactNode }) {
  const t = useMessages("flows");
  return (
    <>
      <Section title={t.questions.title} lead={t.questions.lead} actions={edit("questions", t.questions.title)}>
        <QuestionList flow={flow} />
      </Section>
      <Section title={t.redirect.title} lead={t.redirect.lead} actions={edit("redirect", t.redirect.title)}>
        <p className="card">
          <RedirectSummary redirect={flow.redirect} status={flow.redirectTarget.status} />
        </p>
      </Section>
      <Section title={t.further.title} lead={t.further.lead} actions={edit("further", t.further.title)}>
        <RedirectList flow={flow} />
      </Section>
      <DocumentsSection slug={flow.slug} />
    </>
  );
}

function FlowFacts({ flow }: { flow: Flow }) {
  const t = useMessages("flows");
  const registrations = (
    <Link from="/b/$businessId" to="/b/$businessId/flows/$slug/registrations" params={{ slug: flow.slug }}>
      {t.registrations.all}
    </Link>
  );
  return (
    <Facts
      words={t}
      values={{
        page: (
          <span className="copyable">
            <ExternalLink href={flow.publicUrl}>{flow.publicUrl}</ExternalLink>
            <CopyButton value={flow.publicUrl} name={t.fields.page} />
          </span>
        ),
        funnel: <Funnel flow={flow} />,
        registrations,
        campaign: flow.campaign,
        changed: <Time value={flow.updatedAt} />,
      }}
    />
  );
}
