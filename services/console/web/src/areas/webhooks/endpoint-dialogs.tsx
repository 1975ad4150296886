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
      words={{ ...t, title: t.form.addTitle, submit: add }}
      fields={fields}
      toInput={(values: Values) => values}
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
      words={{ ...t, title: t.form.editTitle }}
      fields={fields}
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

const fields: readonly FieldEntry<Values, keyof Messages["webhooks"]["fields"]>[] = [
  { name: "url", kind: "url", placeholder: "https://" },
  { name: "description", kind: "text", isOptional: true },
  {
    name: "events",
    kind: "own",
    first: ["*"],
    field: ({ events }, change) => <EventChoice events={events} onChange={(next) => change({ events: next })} />,
  },
  {
    name: "limits",
    kind: "group",
    // An empty field means the default.
    fields: [
      { name: "ratePerSecond", kind: "number", isDecimal: true, isOptional: true },
      { name: "maxConcurrency", kind: "number", isOptional: true },
      { name: "maxAttempts", kind: "number", isOptional: true },
    ],
  },
];

function EventChoice({ events, onChange }: { events: string[]; onChange: (events: string[]) => void }) {
  const { form: t, fields: names, eventTypes } = useMessages("webhooks");
  const descriptions: Readonly<Record<string, string>> = eventTypes.descriptions;
  const types = useEventTypes();
  const isAll = events.includes("*");
  return (
    <FieldGroup name="events" label={names.events}>
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
