import type { ReactNode } from "react";
import { Badge } from "../../components/badge.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { ItemName } from "./roulette-parts.js";
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
  return (
    <div>
      <div className="table-frame">
        <table role="table">
          <caption className="hidden">{t.details.gifts}</caption>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                {t.fields.gift}
              </th>
              {differs && (
                <th role="columnheader" scope="col" className="end">
                  {t.fields.firstSpinChance}
                </th>
              )}
              <th role="columnheader" scope="col" className="end">
                {differs ? t.fields.laterChance : t.fields.chance}
              </th>
              <th role="columnheader" scope="col">
                {t.fields.units}
              </th>
              <th role="columnheader" scope="col">
                {t.fields.fallback}
              </th>
              {getActions && (
                <th role="columnheader" scope="col">
                  {common.actions}
                </th>
              )}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {gifts.map((gift, index) => (
              <tr key={gift.value} role="row">
                <td role="cell" data-label={t.fields.gift}>
                  <GiftName gift={gift} index={index} />
                </td>
                {differs && (
                  <td role="cell" data-label={t.fields.firstSpinChance} className="end">
                    {format.percent(gift.firstSpinChancePercent / 100)}
                  </td>
                )}
                <td role="cell" data-label={differs ? t.fields.laterChance : t.fields.chance} className="end">
                  {format.percent(gift.chancePercent / 100)}
                </td>
                <td role="cell" data-label={t.fields.units}>
                  <UnitsLeft gift={gift} />
                </td>
                <td role="cell" data-label={t.fields.fallback}>
                  {gift.fallback}
                </td>
                {getActions && (
                  <td role="cell" data-label={common.actions}>
                    {getActions(gift, index)}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
          · <ItemName itemId={gift.item_id} />
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
