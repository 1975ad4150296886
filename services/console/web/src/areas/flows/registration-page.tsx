import { useParams } from "@tanstack/react-router";
import { useRecord } from "../../api/public-api.js";
import { RecordFacts } from "../../components/developers.js";
import { Page, RecordPage } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { useMessages } from "../../i18n/messages.js";
import { FlowLink } from "./flow-parts.js";
import type { Flow, Registration } from "./flows.api.js";
import { Answers, RegistrationState } from "./registration-state.js";
import { RedirectSummary } from "./settings-lists.js";

export default function RegistrationPage() {
  const t = useMessages("flows").registrations;
  const { slug = "", registrationId = "" } = useParams({ strict: false });
  const registration = useRecord("flows", "getRegistration", { slug, id: registrationId });
  return (
    <RecordPage title={t.one} query={useRecord("flows", "getFlow", { slug })}>
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
      <RecordFacts
        words={{ fields }}
        values={{
          answers: <Answers registration={registration} flow={flow} />,
          proof: proof ? <Proof proof={proof} /> : t.noProof,
          state: <RegistrationState registration={registration} />,
          sentTo: <RedirectSummary redirect={redirect} status={undefined} />,
          when: <Time value={createdAt} />,
        }}
        ids={{ id: _id }}
      />
    </Page>
  );
}

function Proof({ proof }: { proof: NonNullable<Registration["proof"]> }) {
  const t = useMessages("flows").registrations;
  if (proof.method === "whatsapp") return t.provenPhone(proof.phone);
  return t.provenAccount(proof.email ?? proof.subject, new URL(proof.issuer).host);
}
