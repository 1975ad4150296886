import { createWebhookEndpoint as limits } from "../../api/limits/webhooks.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { SecretWriteDialog } from "../../components/dialogs/secret-write-dialog.js";
import { WriteDialog } from "../../components/dialogs/write-dialog.js";
import type { FieldEntry } from "../../components/forms/fields.rules.js";
import { Check, FieldGroup } from "../../components/forms/form.js";
import { toggle } from "../../components/forms/rows.rules.js";
import { Loaded } from "../../components/loaded.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { type Endpoint, useEventTypes } from "./webhooks.api.js";
import type { EndpointLimits } from "./webhooks.rules.js";

interface Values extends EndpointLimits {
  url: string;
  description: string;
  // Their names come from the list of the server, which accepts no others.
  events: string[];
}

/** Adds an endpoint, then shows its secret. */
export function NewEndpointDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages("webhooks");
  const { add } = useMessages("components");
  return (
    <SecretWriteDialog
      area="webhooks"
      operation="createWebhookEndpoint"
      limits={limits}
      title={t.form.addTitle}
      submit={add}
      fields={getFields(t)}
      toInput={(values: Values) => values}
      words={t}
      getSecret={({ secret }) => ({ value: secret, text: t.secretNext })}
      onClose={onClose}
    />
  );
}

export function EditEndpointDialog({ record, onClose }: DialogAbout<Endpoint>) {
  const t = useMessages("webhooks");
  return (
    <WriteDialog
      area="webhooks"
      operation="updateWebhookEndpoint"
      limits={limits}
      title={t.form.editTitle}
      fields={getFields(t)}
      first={record}
      given={{ id: record._id }}
      // In a change, null removes a limit.
      toInput={({ maxAttempts, maxConcurrency, ratePerSecond, ...same }: Values) => ({
        ...same,
        maxAttempts: maxAttempts ?? null,
        maxConcurrency: maxConcurrency ?? null,
        ratePerSecond: ratePerSecond ?? null,
      })}
      onClose={onClose}
    />
  );
}

const getFields = ({ form: t }: Messages["webhooks"]): FieldEntry<Values>[] => [
  { name: "url", kind: "url", label: t.url, hint: t.urlHint, placeholder: "https://" },
  { name: "description", kind: "text", label: t.description, isOptional: true },
  {
    name: "events",
    kind: "own",
    first: ["*"],
    field: ({ events }, change) => <EventChoice events={events} onChange={(next) => change({ events: next })} />,
  },
  {
    name: "limits",
    kind: "group",
    label: t.limits,
    // An empty field means the default.
    hint: t.limitsHint,
    fields: [
      {
        name: "ratePerSecond",
        kind: "number",
        isDecimal: true,
        label: t.ratePerSecond,
        hint: t.ratePerSecondHint,
        isOptional: true,
      },
      { name: "maxConcurrency", kind: "number", label: t.maxConcurrency, hint: t.maxConcurrencyHint, isOptional: true },
      { name: "maxAttempts", kind: "number", label: t.maxAttempts, hint: t.maxAttemptsHint, isOptional: true },
    ],
  },
];

function EventChoice({ events, onChange }: { events: string[]; onChange: (events: string[]) => void }) {
  const { form: t, eventTypes } = useMessages("webhooks");
  const descriptions: Readonly<Record<string, string>> = eventTypes.descriptions;
  const types = useEventTypes();
  const isAll = events.includes("*");
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
                  onChange={(checked) => onChange(toggle(events, type, checked))}
                />
              ))
          }
        </Loaded>
      )}
    </FieldGroup>
  );
}
