import { Link } from "@tanstack/react-router";
import { useContext, useRef } from "react";
import { BusinessContext } from "../api/access.js";
import { type SessionBusiness, useSession } from "../api/session.js";
import { useAppMessages } from "./messages/index.js";

export function BusinessSwitcher() {
  const t = useAppMessages();
  const { businesses } = useSession();
  const current = useContext(BusinessContext)?.business;
  const describe = ({ role, isLeaving }: SessionBusiness) => (isLeaving ? t.leaving : t.roles[role]);
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
        {businesses.map(({ _id, name, isLeaving }) => (
          <li key={_id}>
            <Link
              to="/b/$businessId"
              params={{ businessId: _id }}
              onClick={() => list.current?.removeAttribute("open")}
              activeOptions={{ exact: false }}
            >
              {name} {isLeaving && <span className="note">{t.leaving}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
