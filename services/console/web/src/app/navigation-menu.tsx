import { Link } from "@tanstack/react-router";
import { useContext } from "react";
import { type Access, BusinessContext } from "../api/access.js";
import { useAppMessages } from "./messages/index.js";
import { closeBusiness, mainNavigation, type NavigationItem, settingsNavigation } from "./navigation.js";

export function Navigation() {
  const t = useAppMessages();
  const access = useContext(BusinessContext);
  if (!access) return null;
  const settings = chooseItems(access, settingsNavigation);
  return (
    <nav aria-label={t.mainMenu}>
      <NavigationList access={access} items={chooseItems(access, mainNavigation)} />
      {settings.length > 0 && <h2>{t.settings}</h2>}
      <NavigationList access={access} items={settings} />
    </nav>
  );
}

/** The entries that the person may see. For a business in offboarding there is only one page. */
function chooseItems({ business, can }: Access, items: readonly NavigationItem[]): readonly NavigationItem[] {
  const isThere = (item: NavigationItem) => !business.isLeaving || item.to === "" || item === closeBusiness;
  return items.filter((item) => isThere(item) && (item.scope === undefined || can(item.scope)));
}

function NavigationList({ access, items }: { access: Access; items: readonly NavigationItem[] }) {
  const t = useAppMessages();
  return (
    <ul>
      {items.map(({ to, label }) => (
        <li key={to}>
          {/* The home page is the beginning of every address, so only the exact one is marked as the current page. */}
          <Link to={getAddress(access, to)} activeOptions={{ exact: to === "", includeSearch: false }}>
            {t.nav[label]}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const getAddress = ({ business }: Access, to: string): string => `/b/${business._id}${to}`;
