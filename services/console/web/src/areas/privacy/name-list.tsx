import { Badge } from "../../components/badge.js";
import { useFormat } from "../../i18n/use-format.js";
import { usePrivacyMessages } from "./messages/index.js";
import type { Preview } from "./privacy.api.js";
import { isVisitorId } from "./privacy.rules.js";

/** There can be as many visitor ids as registrations, so they are collapsed under a summary. */
export function NameList({ names }: { names: Preview["names"] }) {
  const { found: t } = usePrivacyMessages();
  const format = useFormat();
  const visits = names.filter(isVisitorId);
  return (
    <div className="card">
      <h3>{t.names}</h3>
      <p className="note">{t.namesText}</p>
      <ul>
        {names
          .filter((name) => !isVisitorId(name))
          .map((name) => (
            <Name key={`${name.kind}|${name.value}`} name={name} />
          ))}
      </ul>
      {visits.length > 0 && (
        <details>
          <summary>{t.visitorIds(format.number(visits.length))}</summary>
          <ul>
            {visits.map((name) => (
              <Name key={name.value} name={name} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Name({ name: { kind, value, isLinked } }: { name: Preview["names"][number] }) {
  const { found: t } = usePrivacyMessages();
  return (
    <li>
      <span className="note">{t.nameKinds[kind]}:</span> <code>{value}</code>{" "}
      <Badge kind={isLinked ? "info" : "neutral"}>{isLinked ? t.linked : t.given}</Badge>
    </li>
  );
}
