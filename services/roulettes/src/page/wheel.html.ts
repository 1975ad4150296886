import { shorten } from "@tenant-ops/kit/texts";
import { type Html, html } from "@tenant-ops/kit/http";
import type { Gift } from "../gifts/gifts.rules.js";
import { calculateStop, layOutWheel, toPoint, type WheelSlice } from "./wheel.rules.js";

const center = 200;
const radius = 186;
/** A narrower field has no room for a label; the table below the wheel names every gift. */
const labelledDegreesMin = 11;
const labelCharactersMax = 14;
/** Between the label and the edge of the picture. */
const labelMargin = 42;

type ShownGift = Pick<Gift, "value" | "emoji">;

/**
 * The wheel as a picture. The policy of the page allows no style attribute, so the angle at which it stops is an attribute of SVG; the
 * inner group is the one that the style sheet turns.
 * @param stopsAt the index of the gift at the pointer; undefined before a spin
 */
export function renderWheel(
  gifts: readonly ShownGift[],
  chances: readonly number[],
  label: string,
  stopsAt?: number,
): Html {
  const slices = layOutWheel(chances);
  const angle = stopsAt === undefined ? 0 : calculateStop(slices, stopsAt);
  return html`<svg class="wheel" viewBox="0 0 400 412" role="img" aria-label="${label}">
    <g transform="translate(0 12)">
      <g transform="rotate(${angle.toFixed(2)} ${center} ${center})">
        <g class="turn">${slices.map((slice) => renderSlice(slice, gifts[slice.index], angle))}</g>
      </g>
      <circle class="rim" cx="${center}" cy="${center}" r="${radius}" />
      <circle class="hub" cx="${center}" cy="${center}" r="22" />
    </g>
    <path class="pointer" d="M182 2h36l-18 40z" />
  </svg>`;
}

/** @param angle by which the wheel is turned */
function renderSlice(slice: WheelSlice, gift: ShownGift | undefined, angle: number): Html {
  const { index, start, sweep, color } = slice;
  const isLabelled = gift !== undefined && sweep >= labelledDegreesMin;
  const field =
    sweep > 359.9
      ? html`<circle class="slice c${color}" data-gift="${index}" cx="${center}" cy="${center}" r="${radius}" />`
      : html`<path class="slice c${color}" data-gift="${index}" d="${toPath(slice)}" />`;
  return html`${field}${isLabelled && renderLabel(gift, start + sweep / 2, angle)}`;
}

/** The label runs along the radius, from left to right in both halves of the wheel. */
function renderLabel(gift: ShownGift, middle: number, angle: number): Html {
  const isOnTheRight = (middle + angle) % 360 < 180;
  const [turn, anchor] = isOnTheRight ? [-90, "end"] : [90, "start"];
  const place = `rotate(${middle.toFixed(2)} ${center} ${center}) translate(${center} ${labelMargin}) rotate(${turn})`;
  return html`<text class="label" text-anchor="${anchor}" dominant-baseline="central" transform="${place}">
    ${toLabel(gift)}
  </text>`;
}

function toPath({ start, sweep }: WheelSlice): string {
  const from = toPoint(start, radius, center);
  const to = toPoint(start + sweep, radius, center);
  return `M${center} ${center}L${from.x} ${from.y}A${radius} ${radius} 0 ${sweep > 180 ? 1 : 0} 1 ${to.x} ${to.y}Z`;
}

/** Emoji and name. */
function toLabel({ value, emoji }: ShownGift): string {
  return shorten(emoji ? `${emoji} ${value}` : value, labelCharactersMax);
}
