import { useState } from "react";
import { createWebhookEndpoint as limits } from "../../api/limits/webhooks.js";
import { useChange } from "../../api/public-api.js";
import { SecretDialog } from "../../components/dialogs/secret-dialog.js";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { Fields } from "../../components/forms/fields.js";
import { Check, Field, FieldGroup } from "../../components/forms/form.js";
import { Loaded } from "../../components/loaded.js";
import { useMessages } from "../../i18n/messages.js";
import { type Endpoint, type EndpointInput, useEventTypes } from "./webhooks.api.js";
import type { EndpointLimits } from "./webhooks.rules.js";

interface Values extends EndpointLimits {
  url: string;
  description: string;
  events: string[];
}

// The names come from the list of the server, which accepts no others.
const toInput = (values: Values) => values as EndpointInput;

/** In a change, null removes a limit. */
const toChanges = ({ maxAttempts, maxConcurrency, ratePerSecond, ...same }: Values) => ({
  ...(same as Pick<EndpointInput, "url" | "description" | "events">),
  maxAttempts: maxAttempts ?? null,
  maxConcurrency: maxConcurrency ?? null,
  ratePerSecond: ratePerSecond ?? null,
});

const noLimits: EndpointLimits = { maxAttempts: undefined, maxConcurrency: undefined, ratePerSecond: undefined };

/** Adds an endpoint, then shows its secret. */
export function NewEndpointDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages("webhooks");
  const { add } = useMessages("components");
  const [secret, setSecret] = useState<string>();
  const create = useChange("webhooks", "createWebhookEndpoint", (created) => setSecret(created.secret));
  if (secret !== undefined)
    return (
      <SecretDialog title={t.secretTitle} name={t.secretName} value={secret} onClose={onClose}>
        <p>{t.secretNext}</p>
      </SecretDialog>
    );
  return (
    <EndpointForm
      title={t.form.addTitle}
      submit={add}
      first={{ url: "", description: "", events: ["*"], ...noLimits }}
      write={{ ...create, mutate: (values) => create.mutate(toInput(values)) }}
      onClose={onClose}
    />
  );
}

export function EditEndpointDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const t = useMessages("webhooks").form;
  const { save } = useMessages("components");
  const { _id: id, url, description, events, maxAttempts, maxConcurrency, ratePerSecond } = endpoint;
  const update = useChange("webhooks", "updateWebhookEndpoint", onClose);
  return (
    <EndpointForm
      title={t.editTitle}
      submit={save}
      first={{ url, description, events: [...events], maxAttempts, maxConcurrency, ratePerSecond }}
      write={{ ...update, mutate: (values) => update.mutate({ id, ...toChanges(values) }) }}
      onClose={onClose}
    />
  );
}

interface EndpointFormProps {
  title: string;
  submit: string;
  first: Values;
  write: { mutate: (values: Values) => void; error: Error | null; isPending: boolean };
  onClose: () => void;
}

function EndpointForm({ title, submit, first, write, onClose }: EndpointFormProps) {
  const t = useMessages("webhooks").form;
  const [values, setValues] = useState(first);
  const change = (changes: Partial<Values>) => setValues({ ...values, ...changes });
  return (
    <FormDialog title={title} submit={submit} write={write} onSubmit={() => write.mutate(values)} onClose={onClose}>
      <Field name="url" label={t.url} hint={t.urlHint}>
        {(input) => (
          <input
            {...input}
            type="url"
            value={values.url}
            placeholder="https://"
            onChange={(event) => change({ url: event.target.value })}
          />
        )}
      </Field>
      <Field name="description" label={t.description} isOptional>
        {(input) => (
          <input
            {...input}
            {...limits.description}
            value={values.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
      <EventChoice events={values.events} onChange={(events) => change({ events })} />
      <LimitFields values={values} onChange={change} />
    </FormDialog>
  );
}

function EventChoice({ events, onChange }: { events: string[]; onChange: (events: string[]) => void }) {
  const { form: t, eventTypes } = useMessages("webhooks");
  const descriptions: Readonly<Record<string, string>> = eventTypes.descriptions;
  const types = useEventTypes();
  const isAll = events.includes("*");
  const toggle = (type: string, isChosen: boolean) =>
    onChange(isChosen ? [...events, type] : events.filter((other) => other !== type));
  return (
    <FieldGroup name="events" label={t.events}>
      <Check label={t.allEvents} checked={isAll} onChange={(checked) => onChange(checked ? ["*"] : [])} />
      {!isAll && (
        <Loaded query={types}>
          {(all) =>
            all
              .filter(({ subscribable }) => subscribable)
              .map(({ type }) => (
                <Check
                  key={type}
                  label={<code>{type}</code>}
                  hint={descriptions[type]}
                  checked={events.includes(type)}
                  onChange={(checked) => toggle(type, checked)}
                />
              ))
          }
        </Loaded>
      )}
    </FieldGroup>
  );
}

interface LimitFieldsProps {
  values: EndpointLimits;
  onChange: (changes: Partial<EndpointLimits>) => void;
}

/** The limits of an endpoint. An empty field means the default. */
function LimitFields({ values, onChange }: LimitFieldsProps) {
  const t = useMessages("webhooks").form;
  return (
    <FieldGroup name="limits" label={t.limits} hint={t.limitsHint}>
      <Fields
        fields={[
          {
            name: "ratePerSecond",
            kind: "number",
            isDecimal: true,
            label: t.ratePerSecond,
            hint: t.ratePerSecondHint,
            isOptional: true,
          },
          {
            name: "maxConcurrency",
            kind: "number",
            label: t.maxConcurrency,
            hint: t.maxConcurrencyHint,
            isOptional: true,
          },
          { name: "maxAttempts", kind: "number", label: t.maxAttempts, hint: t.maxAttemptsHint, isOptional: true },
        ]}
        limits={limits}
        values={values}
        change={onChange}
      />
    </FieldGroup>
  );
}
