import { useBusiness } from "../../api/business.js";
import { courseSource, eventSource, rouletteSource, surveySource } from "../../api/record-sources.js";
import { Badge, type BadgeKind } from "../../components/badge.js";
import { RecordName } from "../../components/record-name.js";
import { ExternalLink } from "../../components/external-link.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { Flow, Redirect } from "./flows.api.js";
import { questionTypes } from "./flows.rules.js";

export function QuestionList({ flow: { registrationFields, questionLabels } }: { flow: Flow }) {
  const t = useMessages("flows").questions;
  const known: readonly string[] = questionTypes;
  return (
    <ol className="card list">
      {registrationFields.map(({ value, text, type, isRequired }) => (
        <li key={value}>
          {questionLabels[value] ?? text}{" "}
          <span className="note">
            {known.includes(type) ? t.types[type as keyof typeof t.types] : type}
            {isRequired && ` · ${t.requiredMark}`}
          </span>
        </li>
      ))}
    </ol>
  );
}

type TargetStatus = Flow["redirectTarget"]["status"];

const kinds: Readonly<Record<TargetStatus, BadgeKind>> = {
  active: "good",
  inactive: "warn",
  missing: "bad",
  unknown: "neutral",
};

export function RedirectSummary({ redirect, status }: { redirect: Redirect; status: TargetStatus | undefined }) {
  const t = useMessages("flows").redirect;
  return (
    <>
      {/* A target that is gone has no name to read. */}
      {t.types[redirect.type]} {status !== "missing" && <RedirectTarget redirect={redirect} />}{" "}
      {status && <Badge kind={kinds[status]}>{t.states[status]}</Badge>}
    </>
  );
}

/** Where the name of a target comes from, and where it is changed. */
const targets = {
  roulette: { source: rouletteSource, scope: "roulettes:read", toPath: (id: string) => `/roulettes/${id}` },
  course: { source: courseSource, scope: "learning:read", toPath: (id: string) => `/learning/courses/${id}` },
  survey: { source: surveySource, scope: "flows:read", toPath: () => "/flows/targets?kind=survey" },
  event: { source: eventSource, scope: "flows:read", toPath: () => "/flows/targets?kind=event" },
} as const;

function RedirectTarget({ redirect: { type, url, targetId } }: { redirect: Redirect }) {
  const { business, can } = useBusiness();
  if (type === "url") return <ExternalLink href={url}>{url}</ExternalLink>;
  const { source, scope, toPath } = targets[type];
  if (!can(scope)) return null;
  return (
    <a href={`/b/${business._id}${toPath(targetId)}`}>
      <RecordName source={source} id={targetId} />
    </a>
  );
}

export function RedirectList({ flow }: { flow: Flow }) {
  const t = useMessages("flows").further;
  const format = useFormat();
  if (flow.additionalRedirects.length === 0) return <p className="note">{t.none}</p>;
  return (
    <ol className="card list">
      {flow.additionalRedirects.map(({ redirect, condition }, index) => (
        <li key={index}>
          <RedirectSummary redirect={redirect} status={flow.additionalRedirectTargets[index]?.status} />{" "}
          <span className="note">
            {condition
              ? t.when(flow.questionLabels[condition.field] ?? condition.field, format.list(condition.isOneOf))
              : t.always}
          </span>
        </li>
      ))}
    </ol>
  );
}
