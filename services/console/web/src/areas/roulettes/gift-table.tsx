import type { ReactNode } from "react";
import { rewardSource } from "../../api/record-sources.js";
import { Badge } from "../../components/badge.js";
import { type Column, Table } from "../../components/table.js";
import { RecordName } from "../../components/record-name.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { Gift } from "./roulettes.api.js";

interface GiftTableProps {
  gifts: readonly Gift[];
  /** Buttons of a gift, for those who may change it. */
  getActions: ((gift: Gift, index: number) => ReactNode) | undefined;
}

interface Row {
  gift: Gift;
  index: number;
}

/** The gifts in the order of the wheel. All of them are part of the roulette, so there are no pages. */
export function GiftTable({ gifts, getActions }: GiftTableProps) {
  const t = useMessages("roulettes");
  const format = useFormat();
  const differs = gifts.some(({ chancePercent, firstSpinChancePercent }) => chancePercent !== firstSpinChancePercent);
  const later: Column<Row> = { align: "end", cell: ({ gift }) => format.percent(gift.chancePercent / 100) };
  return (
    <div>
      {/* The first column shows the place of a gift, and its buttons change the gift at this place. */}
      <Table
        words={{ caption: t.details.gifts, fields: t.fields }}
        columns={{
          gift: (row) => <GiftName {...row} />,
          firstSpinChance: differs && {
            align: "end",
            cell: ({ gift }) => format.percent(gift.firstSpinChancePercent / 100),
          },
          laterChance: differs && later,
          chance: !differs && later,
          units: ({ gift }) => <UnitsLeft gift={gift} />,
          fallback: ({ gift }) => gift.fallback,
        }}
        actions={getActions && (({ gift, index }) => getActions(gift, index))}
        items={gifts.map((gift, index) => ({ gift, index }))}
        getId={({ gift }) => gift.value}
      />
      <p className="note">{t.details.givesWay}</p>
    </div>
  );
}

function GiftName({ gift, index }: Row) {
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
