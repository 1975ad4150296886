import { AreaTabs } from "../../components/area-tabs.js";
import { useWebhookMessages } from "./messages/index.js";

export function WebhookTabs() {
  const { tabs, title } = useWebhookMessages();
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
