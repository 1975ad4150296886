import type { ReactNode } from "react";
import { rewardSource } from "../../api/record-sources.js";
import { Badge } from "../../components/badge.js";
import { type Column, Table } from "../../components/data-table.js";
import { RecordName } from "../../components/record-name.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { Gift } from "./roulettes.api.js";

interface GiftTableProps {
  gifts: readonly Gift[];
  /** Buttons of a gift, for those who may change it. */
  getActions: ((gift: Gift, index: number) => ReactNode) | undefined;
}

/** The gifts in the order of the wheel. All of them are part of the roulette, so there are no pages. */
export function GiftTable({ gifts, getActions }: GiftTableProps) {
  const t = useMessages("roulettes");
  const common = useMessages("components");
  const format = useFormat();
  const differs = gifts.some(({ chancePercent, firstSpinChancePercent }) => chancePercent !== firstSpinChancePercent);
  const toChance = (header: string, name: "chancePercent" | "firstSpinChancePercent") => ({
    header,
    align: "end" as const,
    cell: ({ gift }: { gift: Gift }) => format.percent(gift[name] / 100),
  });
  // The first column shows the place of a gift, and its buttons change the gift at this place.
  const columns: Column<{ gift: Gift; index: number }>[] = [
    { header: t.fields.gift, cell: (row) => <GiftName {...row} /> },
    ...(differs ? [toChance(t.fields.firstSpinChance, "firstSpinChancePercent")] : []),
    toChance(differs ? t.fields.laterChance : t.fields.chance, "chancePercent"),
    { header: t.fields.units, cell: ({ gift }) => <UnitsLeft gift={gift} /> },
    { header: t.fields.fallback, cell: ({ gift }) => gift.fallback },
  ];
  if (getActions) columns.push({ header: common.actions, cell: ({ gift, index }) => getActions(gift, index) });
  return (
    <div>
      <Table
        caption={t.details.gifts}
        columns={columns}
        items={gifts.map((gift, index) => ({ gift, index }))}
        getId={({ gift }) => gift.value}
      />
      <p className="note">{t.details.givesWay}</p>
    </div>
  );
}

function GiftName({ gift, index }: { gift: Gift; index: number }) {
  const t = useMessages("roulettes").details;
  return (
    <div>
      {gift.emoji || `${index + 1}.`} {gift.value}
      {gift.item_id && (
        <span className="note">
          {" "}
          · <RecordName source={rewardSource} id={gift.item_id} />
        </span>
      )}
      {gift.guaranteedForFirstTimers && <span className="note"> · {t.firstTimers}</span>}
    </div>
  );
}

function UnitsLeft({ gift: { quantity } }: { gift: Gift }) {
  const t = useMessages("roulettes").details;
  const format = useFormat();
  if (quantity === undefined) return <span className="note">{t.always}</span>;
  if (quantity === 0) return <Badge kind="warn">{t.soldOut}</Badge>;
  return format.number(quantity);
}
