import { useState } from "react";
import { createOwnKey } from "../../api/limits/console.js";
import { Dialog } from "../../components/dialogs/dialog.js";
import { SecretDialog } from "../../components/dialogs/secret-dialog.js";
import { Check, Field, FieldGroup, Form } from "../../components/forms/form.js";
import { splitList } from "../../components/forms/split-list.js";
import { useMessages } from "../../i18n/messages.js";
import { useCreateKey } from "./keys.api.js";
import { type KeyAccess, addDays, keyAreas, listAccesses, readScopes, toScopes } from "./keys.rules.js";

const expiryDays = { never: 0, days30: 30, days90: 90, days365: 365 } as const;
const confirmations = { business: null, required: true, free: false } as const;

const firstValues = {
  name: "",
  mode: "live" as "live" | "test",
  rights: "all" as "all" | "read" | "chosen",
  areas: {
    ...{ supply: "read", roulettes: "read", learning: "read", flows: "read" },
    ...{ webhooks: "none", analytics: "read", visitors: "none", settings: "none" },
  } as Record<(typeof keyAreas)[number], KeyAccess>,
  expiry: "days90" as keyof typeof expiryDays,
  addresses: "",
  confirmation: "business" as keyof typeof confirmations,
};

type Values = typeof firstValues;

function toInput({ name, mode, rights, areas, expiry, addresses, confirmation }: Values, expiresAt: string) {
  const scopes = { all: ["*"], read: readScopes, chosen: toScopes(areas) }[rights];
  const requireProposal = confirmations[confirmation];
  return {
    name,
    mode,
    scopes,
    expiresAt: expiry === "never" ? null : expiresAt,
    allowedAddresses: splitList(addresses),
    ...(requireProposal !== null && { requireProposal }),
  };
}

/** Makes a key, then shows its value. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages("keys");
  const [values, setValues] = useState(firstValues);
  const [secret, setSecret] = useState<string>();
  // Counted from the opening of the dialog, so that a repeated attempt sends the same request.
  const [openedMs] = useState(Date.now);
  const create = useCreateKey(({ key }) => setSecret(key));
  const change = (changes: Partial<Values>) => setValues({ ...values, ...changes });
  const submit = () => create.mutate(toInput(values, addDays(expiryDays[values.expiry], openedMs)));
  if (secret !== undefined)
    return (
      <SecretDialog title={t.secretTitle} name={t.secretName} value={secret} onClose={onClose}>
        <p>{t.secretNext}</p>
      </SecretDialog>
    );
  return (
    <Dialog title={t.form.title} onClose={onClose}>
      <Form
        onSubmit={submit}
        error={create.error}
        submit={t.form.submit}
        isPending={create.isPending}
        onCancel={onClose}
      >
        <Field name="name" label={t.form.name} hint={t.form.nameHint}>
          {(input) => (
            <input
              {...input}
              value={values.name}
              {...createOwnKey.name}
              autoComplete="off"
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        <ModeChoice values={values} change={change} />
        <RightsChoice values={values} change={change} />
        <Limits values={values} change={change} />
      </Form>
    </Dialog>
  );
}

interface PartProps {
  values: Values;
  change: (changes: Partial<Values>) => void;
}

function ModeChoice({ values, change }: PartProps) {
  const t = useMessages("keys").form;
  const choose = (mode: Values["mode"]) => ({
    type: "radio" as const,
    name: "mode",
    checked: values.mode === mode,
    onChange: () => change({ mode }),
  });
  return (
    <FieldGroup name="mode" label={t.mode}>
      <Check label={t.live} {...choose("live")} />
      <Check label={t.test} hint={t.testHint} {...choose("test")} />
    </FieldGroup>
  );
}

function RightsChoice({ values, change }: PartProps) {
  const t = useMessages("keys");
  const choose = (rights: Values["rights"]) => ({
    type: "radio" as const,
    name: "rights",
    checked: values.rights === rights,
    onChange: () => change({ rights }),
  });
  return (
    <FieldGroup name="scopes" label={t.form.rights}>
      <Check label={t.form.rightsAll} {...choose("all")} />
      <Check label={t.form.rightsRead} {...choose("read")} />
      <Check label={t.form.rightsChosen} {...choose("chosen")} />
      {values.rights === "chosen" && (
        <div className="area-rights">
          {keyAreas.map((area) => (
            <label key={area}>
              <span>{t.areas[area]}</span>
              <select
                value={values.areas[area]}
                onChange={(event) => change({ areas: { ...values.areas, [area]: event.target.value as KeyAccess } })}
              >
                {listAccesses(area).map((access) => (
                  <option key={access} value={access}>
                    {t.access[access]}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </div>
      )}
    </FieldGroup>
  );
}

function Limits({ values, change }: PartProps) {
  const t = useMessages("keys").form;
  return (
    <>
      <Field name="expiresAt" label={t.expires}>
        {(input) => (
          <select
            {...input}
            value={values.expiry}
            onChange={(event) => change({ expiry: event.target.value as Values["expiry"] })}
          >
            {Object.keys(expiryDays).map((name) => (
              <option key={name} value={name}>
                {t.expiry[name as Values["expiry"]]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field name="allowedAddresses" label={t.addresses} hint={t.addressesHint} isOptional>
        {(input) => (
          <textarea
            {...input}
            rows={2}
            value={values.addresses}
            onChange={(event) => change({ addresses: event.target.value })}
          />
        )}
      </Field>
      <Field name="requireProposal" label={t.confirmation} hint={t.confirmationHint}>
        {(input) => (
          <select
            {...input}
            value={values.confirmation}
            onChange={(event) => change({ confirmation: event.target.value as Values["confirmation"] })}
          >
            {Object.keys(confirmations).map((name) => (
              <option key={name} value={name}>
                {t.confirmations[name as Values["confirmation"]]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}
