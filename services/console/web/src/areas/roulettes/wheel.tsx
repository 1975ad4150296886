import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { Gift } from "./roulettes.api.js";
import { toSectors } from "./wheel.rules.js";
import "./wheel.css";

type WheelGift = Pick<Gift, "value" | "emoji" | "chancePercent">;

const colours = 6;

/** The wheel with its chances. The table of the gifts beside it says the same in words. */
export function Wheel({ gifts }: { gifts: readonly WheelGift[] }) {
  const t = useMessages("roulettes").details;
  const format = useFormat();
  const percent = ({ chancePercent }: WheelGift) => format.percent(chancePercent / 100);
  const label = format.list(gifts.map((gift) => `${gift.value} ${percent(gift)}`));
  return (
    <svg className="wheel" viewBox="-110 -112 220 222" role="img" aria-label={t.wheelLabel(label)}>
      {toSectors(gifts.map(({ chancePercent }) => chancePercent)).map(({ index, path, x, y }) => {
        const gift = gifts[index];
        if (!gift) return null;
        return (
          <g key={index} className={`sector-${index % colours}`}>
            <path d={path}>
              <title>{`${gift.value}: ${percent(gift)}`}</title>
            </path>
            {gift.chancePercent >= 4 && (
              <text x={x} y={y} textAnchor="middle" dominantBaseline="central">
                {gift.emoji || `${index + 1}`}
              </text>
            )}
          </g>
        );
      })}
      <path className="pointer" d="M-7 -111H7L0 -95Z" />
    </svg>
  );
}
