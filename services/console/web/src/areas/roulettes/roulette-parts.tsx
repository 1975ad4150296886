import { Link } from "@tanstack/react-router";
import { rouletteSource } from "../../api/record-sources.js";
import { Badge, type BadgeKind } from "../../components/badge.js";
import { RecordName } from "../../components/record-name.js";
import { useMessages } from "../../i18n/messages.js";
import type { Prize } from "./roulettes.api.js";

export function ActiveBadge({ isActive }: { isActive: boolean }) {
  const t = useMessages("roulettes").list;
  return <Badge kind={isActive ? "good" : "neutral"}>{isActive ? t.active : t.inactive}</Badge>;
}

const prizeKinds: Readonly<Record<Prize["status"], BadgeKind>> = { won: "info", claimed: "good", expired: "neutral" };

export function PrizeBadge({ status }: { status: Prize["status"] }) {
  const t = useMessages("roulettes").prizes;
  return <Badge kind={prizeKinds[status]}>{t.statuses[status]}</Badge>;
}

interface RouletteLinkProps {
  rouletteId: string;
  name?: string;
}

export function RouletteLink({ rouletteId, name }: RouletteLinkProps) {
  return (
    <Link from="/b/$businessId" to="/b/$businessId/roulettes/$rouletteId" params={{ rouletteId }}>
      {name ?? <RecordName source={rouletteSource} id={rouletteId} />}
    </Link>
  );
}

/** The name of an official type; a newer server may have more of them. */
export function TypeName({ name }: { name: string }) {
  const types: Readonly<Record<string, string>> = useMessages("roulettes").list.types;
  return types[name] ?? name;
}
