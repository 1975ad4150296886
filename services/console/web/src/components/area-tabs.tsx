import { Link } from "@tanstack/react-router";
import { useBusiness } from "../api/business.js";

interface AreaTabsProps {
  /** What the pages have in common; read out. */
  label: string;
  /** The address behind `/b/{businessId}`, and the name. The first is the page of the area itself. */
  tabs: readonly (readonly [string, string])[];
}

/** The pages of an area, as links above its lists. */
export function AreaTabs({ label, tabs }: AreaTabsProps) {
  const { _id: businessId } = useBusiness().business;
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(([to, name], index) => (
        <Link
          key={to}
          to={getAddress(businessId, to)}
          activeOptions={{ exact: index === 0, includeSearch: false, includeHash: false }}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

const getAddress = (businessId: string, to: string): string => `/b/${businessId}${to}`;
