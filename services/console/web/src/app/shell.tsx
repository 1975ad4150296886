import { Link, useRouterState } from "@tanstack/react-router";
import { type ReactNode, useContext, useEffect, useRef } from "react";
import { BusinessContext, type MemberAccess } from "../api/access.js";
import { type SessionBusiness, useSession } from "../api/session.js";
import { AccountMenu } from "./account-menu.js";
import { useAppMessages } from "./messages/index.js";
import { closeBusiness, mainNavigation, type NavigationItem, settingsNavigation } from "./navigation.js";

function Navigation() {
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
function chooseItems({ business, can }: MemberAccess, items: readonly NavigationItem[]): readonly NavigationItem[] {
  const isThere = (item: NavigationItem) => !business.isClosed || item.to === "" || item === closeBusiness;
  return items.filter((item) => isThere(item) && (item.scope === undefined || can(item.scope)));
}

function NavigationList({ access, items }: { access: MemberAccess; items: readonly NavigationItem[] }) {
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

const getAddress = ({ business }: MemberAccess, to: string): string => `/b/${business._id}${to}`;

/** Menu and content. On narrow screens the menu is a popover behind a button; on wide ones it stands beside the content. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useAppMessages();
  const menu = useRef<HTMLDivElement>(null);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    if (menu.current?.matches(":popover-open")) menu.current.hidePopover();
  }, [pathname]);
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {t.skip}
      </a>
      <header className="top-bar">
        <button type="button" popoverTarget="menu">
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M2 4h12M2 8h12M2 12h12" />
          </svg>
          {t.menu}
        </button>
        <strong>tenant-ops</strong>
      </header>
      {/* A landmark, so that the name of the business belongs to one too. */}
      <aside className="sidebar" id="menu" popover="auto" ref={menu} aria-label={t.menu}>
        <BusinessSwitcher />
        <Navigation />
        <AccountMenu />
      </aside>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function BusinessSwitcher() {
  const t = useAppMessages();
  const { businesses } = useSession();
  const current = useContext(BusinessContext)?.business;
  const describe = ({ role, isClosed }: SessionBusiness) => (isClosed ? t.closed : t.roles[role]);
  const list = useRef<HTMLDetailsElement>(null);
  if (current && businesses.length === 1)
    return (
      <div className="switcher">
        <strong>{current.name}</strong>
        <span className="note">{describe(current)}</span>
      </div>
    );
  return (
    <details className="switcher" ref={list}>
      <summary>
        <span className="hidden">{t.changeBusiness}: </span>
        <strong>{current?.name ?? t.business}</strong>
        {current && <span className="note">{describe(current)}</span>}
      </summary>
      <ul>
        {businesses.map(({ _id, name, isClosed }) => (
          <li key={_id}>
            <Link
              to="/b/$businessId"
              params={{ businessId: _id }}
              onClick={() => list.current?.removeAttribute("open")}
              activeOptions={{ exact: false }}
            >
              {name} {isClosed && <span className="note">{t.closed}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
