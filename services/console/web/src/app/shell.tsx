import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { AccountMenu } from "./account-menu.js";
import { BusinessSwitcher } from "./business-switcher.js";
import { useAppMessages } from "./messages/index.js";
import { Navigation } from "./navigation-menu.js";

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
