import { Link, useRouterState } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useContext, useEffect, useRef } from "react";
import { BusinessContext, type MemberAccess } from "../api/access.js";
import { loadFile } from "../api/load-file.js";
import { type SessionBusiness, useSession } from "../api/session.js";
import { type Messages, useMessages } from "../i18n/messages.js";
import { AccountMenu } from "./account-menu.js";

// It needs the client of the API, which the start does without.
const PendingCount = lazy(() => loadFile(() => import("../areas/approvals/pending-count.js")));

function Navigation() {
  const t = useMessages("app");
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
  const t = useMessages("app");
  return (
    <ul>
      {items.map(({ to, label }) => (
        <li key={to}>
          {/* The home page is the beginning of every address, so only the exact one is marked as the current page. */}
          <Link to={getAddress(access, to)} activeOptions={{ exact: to === "", includeSearch: false }}>
            {t.nav[label]}
            {label === "approvals" && (
              <Suspense fallback={null}>
                <PendingCount />
              </Suspense>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const getAddress = ({ business }: MemberAccess, to: string): string => `/b/${business._id}${to}`;

/** Menu and content. On narrow screens the menu is a popover behind a button; on wide ones it stands beside the content. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useMessages("app");
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
  const t = useMessages("app");
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

export interface NavigationItem {
  /** Behind `/b/{businessId}`. */
  to: string;
  label: keyof Messages["app"]["nav"];
  /** Not shown to a person without it. */
  scope?: string;
}

/** The entries of the menu. */
export const mainNavigation: readonly NavigationItem[] = [
  { to: "", label: "home" },
  { to: "/analytics", label: "analytics", scope: "analytics:read" },
  { to: "/approvals", label: "approvals", scope: "business:read" },
  { to: "/supply", label: "supply", scope: "supply:read" },
  { to: "/roulettes", label: "roulettes", scope: "roulettes:read" },
  { to: "/learning", label: "learning", scope: "learning:read" },
  { to: "/flows", label: "flows", scope: "flows:read" },
  { to: "/webhooks", label: "webhooks", scope: "webhooks:read" },
];

/** The only page of a business in offboarding. */
export const closeBusiness: NavigationItem = {
  to: "/settings/close-business",
  label: "closeBusiness",
  scope: "business:close",
};

export const settingsNavigation: readonly NavigationItem[] = [
  { to: "/settings/keys", label: "keys", scope: "keys:read" },
  { to: "/settings/connections", label: "connections", scope: "connections:read" },
  { to: "/settings/members", label: "members", scope: "members:read" },
  { to: "/settings/approval-rules", label: "approvalRules", scope: "policies:read" },
  { to: "/settings/sign-in", label: "signIn", scope: "members:write" },
  { to: "/settings/visitor-sign-in", label: "visitorSignIn", scope: "flows:read" },
  { to: "/settings/bank-validation", label: "bank", scope: "flows:read" },
  { to: "/settings/personal-data", label: "personalData", scope: "business:write" },
  { to: "/settings/history", label: "history", scope: "business:read" },
  { to: "/settings/business", label: "business", scope: "business:read" },
  closeBusiness,
];
