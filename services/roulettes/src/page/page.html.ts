import { randomUUID } from "node:crypto";
import { type Html, html } from "@tenant-ops/kit/http";
import { createPageStyle, type Language, renderPage } from "@tenant-ops/kit/pages";
import { rouletteCss, turnSecondsMax } from "./page.css.js";
import type { RouletteState } from "./page.reads.js";
import { type PageTexts, pageTexts } from "./page.texts.js";
import { isOverdue } from "../prizes/prizes.rules.js";
import type { Prize } from "../prizes/prizes.rules.js";
import type { Roulette } from "../roulettes/roulettes.rules.js";
import type { Spin } from "../spins/spins.rules.js";
import { renderWheel } from "./wheel.html.js";

export const style = createPageStyle(rouletteCss);

/** Name of the hidden input with the submission id: a form that is sent twice is one spin. */
export const submissionName = "_submission";
/** The address after a spin ends with this fragment: the style sheet turns the wheel of this element, and the element gets the focus. */
export const resultFragment = "result";

export interface RouletteView {
  language: Language;
  isTest: boolean;
  now: Date;
}

export function renderRoulettePage(state: RouletteState, view: RouletteView): string {
  const { language, isTest } = view;
  const words = pageTexts[language];
  const { roulette, spins } = state;
  const [latest] = spins;
  return renderPage(
    { style, language, isTest, title: roulette.name },
    html`<h1 class="center">${roulette.name}</h1>
      ${!latest && html`<p class="lead center">${explain(state, words)}</p>`}
      ${latest ? renderResult(latest, state, view) : html`<div class="stage">${renderNextWheel(state, words)}</div>`}
      ${renderSpinForm(state, words)} ${renderEarlierPrizes(state, view)} ${renderChances(state, view)}
      <details>
        <summary>${words.terms}</summary>
        <p class="terms">${roulette.termsAndConditions}</p>
      </details>`,
  );
}

function explain({ isVisitor, spinsLeft, hasSpun }: RouletteState, words: PageTexts): string {
  if (!isVisitor) return words.withoutPass;
  if (hasSpun && spinsLeft === 0) return words.spunElsewhere;
  return words.invitation;
}

const renderNextWheel = ({ roulette: { gifts }, chances }: RouletteState, words: PageTexts): Html =>
  renderWheel(gifts, chances, words.wheel);

/** The wheel as it stood when it stopped, and what the visitor got. */
function renderResult(spin: Spin, state: RouletteState, view: RouletteView): Html {
  const words = pageTexts[view.language];
  const { roulette, prizes, chances } = state;
  const seconds = Math.min(Math.max(spin.animationSeconds, 1), turnSecondsMax);
  const prize = spin.prizeId === undefined ? undefined : prizes.get(spin.prizeId);
  const wheel = renderWheel(
    roulette.gifts,
    spin.chances ?? chances,
    `${words.wheel}: ${spin.gift.value}`,
    spin.gift.index,
  );
  return html`<section class="stage t${seconds} center" id="${resultFragment}" tabindex="-1" aria-labelledby="outcome">
    ${wheel}
    <div class="outcome">
      <h2 id="outcome">${prize ? words.won : words.lost}</h2>
      <p class="lead">${spin.text}</p>
      ${prize ? renderPrize(prize, roulette, view) : html`<p>${spin.gift.message}</p>`}
    </div>
  </section>`;
}

function renderSpinForm({ spinsLeft, spins, hasSpun, roulette }: RouletteState, words: PageTexts): Html | undefined {
  const isOver = spins.length > 0 && spinsLeft === 0;
  if (isOver) return roulette.isActive ? html`<p class="small center">${words.spunAll}</p>` : undefined;
  if (spinsLeft === 0) return undefined;
  return html`<form method="post">
    <input type="hidden" name="${submissionName}" value="${randomUUID()}" />
    <button type="submit">${hasSpun ? words.spinAgain : words.spin}</button>
    ${(hasSpun || spinsLeft > 1) && html`<p class="small center">${words.spinsLeft(spinsLeft)}</p>`}
  </form>`;
}

/** Prizes of earlier spins; the prize of the latest one is shown below the wheel. */
function renderEarlierPrizes({ spins, prizes, roulette }: RouletteState, view: RouletteView): Html | undefined {
  const earlier = spins.slice(1).flatMap(({ prizeId }) => (prizeId && prizes.get(prizeId)) || []);
  if (earlier.length === 0) return undefined;
  return html`<section class="center outcome">
    <h2>${pageTexts[view.language].prizes}</h2>
    ${earlier.map((prize) => renderPrize(prize, roulette, view))}
  </section>`;
}

/** The chances of the spin whose wheel is shown. */
function renderChances({ roulette, chances, spins: [latest] }: RouletteState, { language }: RouletteView): Html {
  const words = pageTexts[language];
  const shown = latest?.chances ?? chances;
  const format = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 });
  return html`<details>
    <summary>${words.chances}</summary>
    <p class="small">${words.chancesNote}</p>
    <table>
      <thead>
        <tr>
          <th scope="col">${words.gift}</th>
          <th scope="col">${words.chance}</th>
        </tr>
      </thead>
      <tbody>
        ${roulette.gifts.map(
          ({ value, emoji }, index) =>
            html`<tr>
              <th scope="row">${emoji !== undefined && html`<span aria-hidden="true">${emoji}</span> `}${value}</th>
              <td>${format.format((shown[index] ?? 0) / 100)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}

/** A prize with its claim code, and until when it can be claimed. */
function renderPrize(
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
  const text = new Intl.DateTimeFormat(language, { ...parts, timeZone, timeZoneName: "short" }).format(date);
  // A line may end after the hyphen of "GMT-6", but not after this one.
  return text.replace("GMT-", "GMT\u2011");
}
