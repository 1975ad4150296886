import { AreaTabs } from "../../components/area-tabs.js";
import { useMessages } from "../../i18n/messages.js";

export function WebhookTabs() {
  const { tabs, title } = useMessages("webhooks");
  return (
    <AreaTabs
      label={title}
      tabs={[
        ["/webhooks", tabs.endpoints],
        ["/webhooks/deliveries", tabs.deliveries],
        ["/webhooks/recoveries", tabs.recoveries],
        ["/webhooks/events", tabs.events],
      ]}
    />
  );
}
