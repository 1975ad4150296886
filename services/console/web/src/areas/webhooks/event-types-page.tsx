import { AreaTabs } from "../../components/area-tabs.js";
import { Badge } from "../../components/badge.js";
import { CopyButton } from "../../components/copy.js";
import { Loaded } from "../../components/loaded.js";
import { Page } from "../../components/page.js";
import { useMessages } from "../../i18n/messages.js";
import { type EventType, useEventTypes } from "./webhooks.api.js";
import { createExample } from "./webhooks.rules.js";

export default function EventTypesPage() {
  const t = useMessages("webhooks");
  return (
    <Page title={t.title} lead={t.eventTypes.lead}>
      <AreaTabs area="webhooks" />
      <Loaded query={useEventTypes()}>
        {(types) => (
          <div className="stack">
            {types.map((type) => (
              <EventTypeCard key={type.type} value={type} />
            ))}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function EventTypeCard({ value: { type, subscribable, schema } }: { value: EventType }) {
  const { eventTypes: t } = useMessages("webhooks");
  const descriptions: Readonly<Record<string, string>> = t.descriptions;
  const example = JSON.stringify(createExample(schema), null, 2);
  return (
    <article className="card">
      <h2>
        <code>{type}</code> {!subscribable && <Badge kind="info">{t.alwaysSent}</Badge>}
      </h2>
      <p>{descriptions[type]}</p>
      <details>
        <summary>{t.example}</summary>
        <div className="code">
          <pre tabIndex={0}>{example}</pre>
          <CopyButton value={example} name={`${t.example}: ${type}`} />
        </div>
      </details>
      <details>
        <summary>{t.schema}</summary>
        <div className="code">
          <pre tabIndex={0}>{JSON.stringify(schema, null, 2)}</pre>
        </div>
      </details>
    </article>
  );
}
