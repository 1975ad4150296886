import { useParams } from "@tanstack/react-router";
import { ForDevelopers } from "../../components/developers.js";
import { Fact, Facts, Page, RecordPage } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { useMessages } from "../../i18n/messages.js";
import { FlowLink } from "./flow-parts.js";
import { type Flow, type Registration, useFlow, useRegistration } from "./flows.api.js";
import { Answers, RegistrationState } from "./registration-state.js";
import { RedirectSummary } from "./settings-lists.js";

export default function RegistrationPage() {
  const t = useMessages("flows").registrations;
  const { slug = "", registrationId = "" } = useParams({ strict: false });
  const registration = useRegistration(slug, registrationId);
  return (
    <RecordPage title={t.one} query={useFlow(slug)}>
      {(flow) => (
        <RecordPage title={t.one} query={registration}>
          {(found) => <RegistrationDetails flow={flow} registration={found} />}
        </RecordPage>
      )}
    </RecordPage>
  );
}

function RegistrationDetails({ flow, registration }: { flow: Flow; registration: Registration }) {
  const { fields, registrations: t } = useMessages("flows");
  const { _id, createdAt, redirect, proof } = registration;
  return (
    <Page title={t.one} lead={<FlowLink slug={flow.slug} name={flow.name} />}>
      <Facts>
        <Fact name={fields.answers}>
          <Answers registration={registration} flow={flow} />
        </Fact>
        <Fact name={t.proof}>{proof ? <Proof proof={proof} /> : t.noProof}</Fact>
        <Fact name={t.state}>
          <RegistrationState registration={registration} />
        </Fact>
        <Fact name={fields.sentTo}>
          <RedirectSummary redirect={redirect} status={undefined} />
        </Fact>
        <Fact name={fields.when}>
          <Time value={createdAt} />
        </Fact>
      </Facts>
      <ForDevelopers values={[[fields.id, _id]]} />
    </Page>
  );
}

function Proof({ proof }: { proof: NonNullable<Registration["proof"]> }) {
  const t = useMessages("flows").registrations;
  if (proof.method === "whatsapp") return t.provenPhone(proof.phone);
  return t.provenAccount(proof.email ?? proof.subject, new URL(proof.issuer).host);
}
