import { type Html, html } from "@tenant-ops/kit/http";
import type { Language } from "@tenant-ops/kit/pages";
import { type PageTexts, pageTexts } from "./page.texts.js";
import { isOverdue } from "./prizes.rules.js";
import type { Prize } from "./prizes.types.js";
import type { Roulette } from "./roulettes.types.js";

/** A prize with its claim code, and until when it can be claimed. */
export function renderPrize(
  prize: Prize,
  { timeZone }: Pick<Roulette, "timeZone">,
  { language, now }: { language: Language; now: Date },
): Html {
  const words = pageTexts[language];
  const { gift, code } = prize;
  const isOpen = prize.status === "won" && !isOverdue(prize, now);
  const format = (date: Date) => formatDate(date, language, timeZone);
  return html`<div class="prize${!isOpen && " over"}">
    <h3>${gift.emoji !== undefined && html`<span aria-hidden="true">${gift.emoji}</span> `}${gift.value}</h3>
    <p>${gift.message}</p>
    ${
      code !== undefined &&
      html`<p class="small">${words.code}</p>
        <p class="code">${code}</p>`
    }
    <p class="small">${describeState(prize, isOpen, words, format)}</p>
    ${isOpen && code !== undefined && html`<p class="small">${words.showCode}</p>`}
  </div>`;
}

function describeState(
  { claimedAt, expiredAt, expiresAt }: Prize,
  isOpen: boolean,
  words: PageTexts,
  format: (date: Date) => string,
): string {
  if (claimedAt) return words.claimed(format(claimedAt));
  // An overdue prize expires when it is read next; visitors see it as expired already.
  if (!isOpen) return words.expired(format(expiresAt ?? expiredAt ?? new Date(0)));
  return expiresAt ? words.validUntil(format(expiresAt)) : words.alwaysValid;
}

function formatDate(date: Date, language: Language, timeZone: string): string {
  const parts = { day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat(language, { ...parts, timeZone, timeZoneName: "short" }).format(date);
}
