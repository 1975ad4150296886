import { Link } from "@tanstack/react-router";
import { useBusiness } from "../api/business.js";
import { useMessages } from "../i18n/messages.js";

/** The pages with the lists of an area. The first is the page of the area itself. */
const pages = {
  supply: ["products", "centers", "stock", "withdrawals", "transfers", "ledger"],
  roulettes: ["roulettes", "items", "prizes"],
  learning: ["courses", "learners", "certificates"],
  flows: ["flows", "targets"],
  webhooks: ["endpoints", "deliveries", "recoveries", "events"],
} as const;

/** Links to the pages of an area, above its lists. */
export function AreaTabs({ area }: { area: keyof typeof pages }) {
  const { _id: businessId } = useBusiness().business;
  const { nav } = useMessages("app");
  const names: Readonly<Record<string, string>> = useMessages(area).tabs;
  return (
    <nav className="tabs" aria-label={nav[area]}>
      {pages[area].map((page, index) => (
        <Link
          key={page}
          to={getAddress(businessId, index === 0 ? area : `${area}/${page}`)}
          activeOptions={{ exact: index === 0, includeSearch: false, includeHash: false }}
        >
          {names[page]}
        </Link>
      ))}
    </nav>
  );
}

const getAddress = (businessId: string, path: string): string => `/b/${businessId}/${path}`;
