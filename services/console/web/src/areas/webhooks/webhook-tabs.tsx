import { Link } from "@tanstack/react-router";
import { useBusiness } from "../../api/business.js";
import { useWebhookMessages } from "./messages/index.js";

export function WebhookTabs() {
  const { tabs, title } = useWebhookMessages();
  const { _id: businessId } = useBusiness().business;
  const exact = { exact: true, includeSearch: false };
  return (
    <nav className="tabs" aria-label={title}>
      <Link to="/b/$businessId/webhooks" params={{ businessId }} activeOptions={exact}>
        {tabs.endpoints}
      </Link>
      <Link to="/b/$businessId/webhooks/deliveries" params={{ businessId }} search={{}} activeOptions={exact}>
        {tabs.deliveries}
      </Link>
      <Link to="/b/$businessId/webhooks/events" params={{ businessId }} activeOptions={exact}>
        {tabs.events}
      </Link>
    </nav>
  );
}
