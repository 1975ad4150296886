import { useBusiness } from "../../api/business.js";
import { putVisitorSignIn } from "../../api/limits/flows.js";
import { useChange } from "../../api/public-api.js";
import { CopyableId } from "../../components/copy.js";
import type { FieldEntry } from "../../components/forms/fields.rules.js";
import { Fields, useValues } from "../../components/forms/fields.js";
import { Form } from "../../components/forms/form.js";
import { Facts, Section } from "../../components/page.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { RemoveButton, SecretField, SetBadge } from "./provider-parts.js";
import type { IdentityProvider } from "./visitor-sign-in.api.js";

interface SectionProps {
  stored: IdentityProvider | null;
  redirectUrl: string;
}

export function IdentityProviderSection({ stored, redirectUrl }: SectionProps) {
  const all = useMessages("visitor-sign-in");
  const t = all.provider;
  const mayWrite = useBusiness().can("settings:write");
  const actions = mayWrite && stored && <RemoveButton name={t.title} change={{ identityProvider: null }} />;
  return (
    <Section title={t.title} lead={t.lead} actions={actions}>
      <Facts
        values={[
          [all.state, <SetBadge isSet={stored !== null} />],
          [
            t.redirectUrl,
            <>
              <CopyableId value={redirectUrl} name={t.redirectUrl} />
              <p className="note">{t.redirectUrlHint}</p>
            </>,
          ],
        ]}
      />
      {mayWrite && <IdentityProviderForm stored={stored} />}
    </Section>
  );
}

function IdentityProviderForm({ stored }: { stored: IdentityProvider | null }) {
  const all = useMessages("visitor-sign-in");
  const t = all.provider;
  const { save } = useMessages("components");
  const update = useChange("flows", "putVisitorSignIn", () => showToast(all.saved));
  const fields: FieldEntry<{ issuer: string; clientId: string; clientSecret: string }>[] = [
    { name: "issuer", kind: "url", label: t.issuer, hint: t.issuerHint },
    { name: "clientId", kind: "text", label: t.clientId },
    {
      name: "clientSecret",
      kind: "own",
      first: "",
      field: ({ issuer, clientId, clientSecret }, set) => (
        <SecretField
          name="identityProvider.clientSecret"
          label={t.clientSecret}
          isStored={stored !== null && stored.issuer === issuer && stored.clientId === clientId}
          value={clientSecret}
          onChange={(secret) => set({ clientSecret: secret })}
        />
      ),
    },
  ];
  const { values, change } = useValues(fields, stored ?? {});
  const { clientSecret, ...others } = values;
  const submit = () => update.mutate({ identityProvider: { ...others, ...(clientSecret !== "" && { clientSecret }) } });
  return (
    <div className="card">
      <Form onSubmit={submit} error={update.error} submit={save} isPending={update.isPending}>
        <Fields
          fields={fields}
          limits={putVisitorSignIn.identityProvider}
          prefix="identityProvider."
          values={values}
          change={change}
        />
      </Form>
    </div>
  );
}
