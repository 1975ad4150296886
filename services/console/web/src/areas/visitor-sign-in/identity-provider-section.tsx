import { useBusiness } from "../../api/business.js";
import { putVisitorSignIn } from "../../api/limits/flows.js";
import { CopyableId } from "../../components/copy.js";
import { WriteForm } from "../../components/forms/write-form.js";
import { Facts, Section } from "../../components/page.js";
import { useMessages } from "../../i18n/messages.js";
import { RemoveProvider, SetBadge } from "./provider-parts.js";
import type { IdentityProvider } from "./visitor-sign-in.api.js";

interface SectionProps {
  stored: IdentityProvider | null;
  redirectUrl: string;
}

export function IdentityProviderSection({ stored, redirectUrl }: SectionProps) {
  const all = useMessages("visitor-sign-in");
  const t = all.provider;
  const mayWrite = useBusiness().can("settings:write");
  const actions = mayWrite && stored && <RemoveProvider name={t.title} change={{ identityProvider: null }} />;
  return (
    <Section title={t.title} lead={t.lead} actions={actions}>
      <Facts
        words={t}
        values={{
          state: <SetBadge isSet={stored !== null} />,
          redirectUrl: <CopyableId value={redirectUrl} name={t.fields.redirectUrl} note={t.redirectUrlHint} />,
        }}
      />
      {mayWrite && <IdentityProviderForm stored={stored} />}
    </Section>
  );
}

interface Values {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

function IdentityProviderForm({ stored }: { stored: IdentityProvider | null }) {
  const all = useMessages("visitor-sign-in");
  const t = all.provider;
  return (
    <div className="card">
      <WriteForm
        area="flows"
        operation="putVisitorSignIn"
        limits={putVisitorSignIn.identityProvider}
        prefix="identityProvider."
        fields={[
          { name: "issuer", kind: "url" },
          { name: "clientId", kind: "text" },
          {
            name: "clientSecret",
            kind: "secret",
            isStored: ({ issuer, clientId }) => stored?.issuer === issuer && stored.clientId === clientId,
          },
        ]}
        first={stored ?? {}}
        toInput={({ clientSecret, ...others }: Values) => ({
          identityProvider: { ...others, ...(clientSecret !== "" && { clientSecret }) },
        })}
        words={{ done: all.saved, fields: t.fields }}
      />
    </div>
  );
}
