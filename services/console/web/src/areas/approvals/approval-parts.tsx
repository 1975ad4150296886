import { Link } from "@tanstack/react-router";
import { useMemberName } from "../../api/actors.js";
import { useBusiness } from "../../api/business.js";
import { useSession } from "../../api/session.js";
import { Badge, type BadgeKind } from "../../components/badge.js";
import { SafeText } from "../../components/safe-text/safe-text.js";
import { toSafeText } from "../../components/safe-text/safe-text.rules.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { Approval, ListedApproval, Status } from "./approvals.api.js";
import { nameRecords } from "./preview.rules.js";

const kinds: Readonly<Record<Status, BadgeKind>> = {
  ...{ pending: "warn", approved: "info", executed: "good", failed: "bad" },
  ...{ rejected: "neutral", expired: "neutral", withdrawn: "neutral" },
};

export function StatusBadge({ status }: { status: Status }) {
  const { statuses } = useMessages("approvals");
  return <Badge kind={kinds[status]}>{statuses[status]}</Badge>;
}

/** What a tool does, in words; a tool of a newer server has only its name. */
export function useToolName(): (tool: string) => string {
  const words: Readonly<Record<string, string>> = useMessages("approvals").tools;
  return (tool) => words[tool] ?? tool;
}

/** What is wanted and of which record: "Withdrawal: Blue mug · North". */
export function useWhat(): (approval: Pick<ListedApproval, "tool" | "preview">) => string {
  const nameTool = useToolName();
  return ({ tool, preview }) => {
    const records = nameRecords(preview).join(" · ");
    return toSafeText(records === "" ? nameTool(tool) : `${nameTool(tool)}: ${records}`);
  };
}

/** The number that the rules compare, with its unit. */
export function useMeasure(): (measure: Approval["measure"]) => string | undefined {
  const units: Readonly<Record<string, { one: string; other: string }>> = useMessages("approvals").units;
  const format = useFormat();
  return (measure) => {
    if (!measure) return undefined;
    // Rules compare it without its sign.
    const value = Math.abs(measure.value);
    const words = units[measure.unit];
    return words ? format.counted(value, words) : `${format.number(value)} ${measure.unit}`;
  };
}

/** A member by name. */
export function Member({ personId }: { personId: string }) {
  const { asks } = useMessages("approvals");
  const { you } = useMessages("components").actors;
  const { person } = useSession();
  const name = useMemberName(personId);
  if (personId === person._id) return you;
  return name === undefined ? asks.formerMember : <SafeText text={name} />;
}

/** The key or the agent, and the person behind it. What the client calls itself is marked: nobody has checked it. */
export function Asks({ by }: { by: Approval["askedBy"] }) {
  const { asks: t } = useMessages("approvals");
  return (
    <>
      <Caller by={by} />
      {by.personId !== null && (
        <span className="note">
          {" "}
          {t.of} <Member personId={by.personId} />
        </span>
      )}
      {by.client !== "" && (
        <p className="note">
          {t.says} “<SafeText text={by.client} />”
        </p>
      )}
    </>
  );
}

export function Caller({ by: { id, kind, name } }: { by: Approval["askedBy"] }) {
  const { asks: t } = useMessages("approvals");
  const { can } = useBusiness();
  const text = <SafeText text={kind === "key" ? t.key(name) : name} />;
  if (kind === "key" && can("keys:read"))
    return (
      <Link from="/b/$businessId" to="/b/$businessId/settings/keys/$keyId" params={{ keyId: id }}>
        {text}
      </Link>
    );
  return <strong>{text}</strong>;
}
