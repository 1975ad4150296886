import { Link } from "@tanstack/react-router";
import { useContext } from "react";
import { type Access, BusinessContext } from "../api/access.js";
import { useAppMessages } from "./messages/index.js";
import { mainNavigation, type NavigationItem, settingsNavigation } from "./navigation.js";

export function Navigation() {
  const t = useAppMessages();
  const access = useContext(BusinessContext);
  if (!access) return null;
  return (
    <nav aria-label={t.mainMenu}>
      <NavigationList access={access} items={mainNavigation} />
      <h2>{t.settings}</h2>
      <NavigationList access={access} items={settingsNavigation} />
    </nav>
  );
}

function NavigationList({ access, items }: { access: Access; items: readonly NavigationItem[] }) {
  const t = useAppMessages();
  const allowed = items.filter(({ scope }) => scope === undefined || access.can(scope));
  return (
    <ul>
      {allowed.map(({ to, label }) => (
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
