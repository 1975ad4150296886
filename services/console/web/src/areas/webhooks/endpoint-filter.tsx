import { SelectFilter } from "../../components/filters.js";
import { useMessages } from "../../i18n/messages.js";
import { useEndpoints } from "./webhooks.api.js";

interface EndpointFilterProps {
  value: string | undefined;
  onChange: (endpointId: string | undefined) => void;
}

/** A business has at most 20 endpoints, so all of them are offered. */
export function EndpointFilter({ value, onChange }: EndpointFilterProps) {
  const { filters, unknownEndpoint } = useMessages("webhooks").deliveries;
  const endpoints = useEndpoints().items.map(({ _id, url }) => [_id, url] as const);
  // An endpoint of the address that was deleted still has its deliveries.
  const isKnown = endpoints.some(([id]) => id === value);
  const offered = value && !isKnown ? [...endpoints, [value, unknownEndpoint] as const] : endpoints;
  return <SelectFilter label={filters.endpoint} value={value} options={offered} onChange={onChange} />;
}
