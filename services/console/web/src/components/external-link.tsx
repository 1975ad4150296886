import type { ReactNode } from "react";
import { useMessages } from "../i18n/messages.js";

/** A link to a page outside of the application. It opens in a tab of its own, so that nothing that was begun here is lost, and says so to screen readers. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  const { opensTab } = useMessages("components");
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children} <span className="hidden">{opensTab}</span>
    </a>
  );
}
