import type { Page } from "playwright-core";

const longNames: Readonly<Record<string, string>> = {
  name: "Certificado conmemorativo de aniversario",
  title: "Comunicaciones interpersonales extraordinarias",
  productName: "Botella conmemorativa de acero inoxidable",
  serviceCenterName: "Sucursal Aguascalientes Norte",
  fullName: "María Fernanda Hernández Villaseñor",
  email: "maria.fernanda.hernandez@example.com",
  type: "promocionales",
};

const redirectTypes = new Set<unknown>(["url", "roulette", "course", "survey", "event"]);
const { fullName, email } = longNames;
const winner = {
  slug: "verano",
  registrationId: "reg_1",
  fullName,
  email,
  phone: "+525512345678",
  isVerified: true,
  provenContact: ["phone"],
};
const inTwoWeeks = new Date(Date.now() + 14 * 86_400_000).toISOString();
const isPrize = (value: unknown): value is object => typeof value === "object" && value !== null && "wonAt" in value;

/** From here on, the records that the page reads have names as long as those of real businesses. */
export async function lengthenNames(page: Page): Promise<void> {
  await page.route("**/v1/public/**", async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const response = await route.fetch();
    const text = await response.text();
    const lengthen = (key: string, value: unknown) => {
      // The kind of a redirect is one of a fixed list.
      if (redirectTypes.has(value)) return value;
      if (typeof value === "string") return longNames[key] ?? value;
      return isPrize(value) ? { ...value, registration: winner, expiresAt: inTwoWeeks } : value;
    };
    const body = response.ok() ? JSON.stringify(JSON.parse(text, lengthen)) : text;
    await route.fulfill({ response, body });
  });
}

/**
 * Words and codes of tables that are broken in two, tables, buttons and badges that are wider than their place, labels without a value, and tabs that
 * are behind the edge.
 */
export const findTableProblems = (page: Page): Promise<string[]> => page.evaluate(`(${listTableProblems})()`);

const listTableProblems = `() => {
  const problems = [];
  for (const frame of document.querySelectorAll(".table-frame")) {
    if (frame.scrollWidth > frame.clientWidth) problems.push("the table is " + (frame.scrollWidth - frame.clientWidth) + " px too wide");
    for (const button of frame.querySelectorAll("td :is(button, .badge)")) {
      const { right } = button.closest("td").getBoundingClientRect();
      const room = right - parseFloat(getComputedStyle(button.closest("td")).paddingRight);
      if (button.getBoundingClientRect().right > room + 1) problems.push(button.textContent + " is outside of its cell");
    }
    for (const cell of frame.querySelectorAll("td:empty"))
      if (cell.checkVisibility() && getComputedStyle(cell, "::before").content !== "none") problems.push(cell.dataset.label + " has no value");
    for (const code of frame.querySelectorAll("td .whole"))
      if (code.getClientRects().length > 1) problems.push(code.textContent + " is broken");
    const texts = document.createTreeWalker(frame.querySelector("tbody"), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const { 0: word, index } of texts.currentNode.data.matchAll(/(?<!\\S)\\p{L}+(?!\\S)/gu)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) problems.push(word + " is broken");
      }
    }
  }
  const edge = document.querySelector(".tabs")?.getBoundingClientRect().right;
  for (const tab of document.querySelectorAll(".tabs a"))
    if (tab.getBoundingClientRect().right > edge + 1) problems.push("the tab " + tab.textContent + " is behind the edge");
  return problems;
}`;

/** How many rows the filters of the page take. */
export const countFilterRows = (page: Page): Promise<number> =>
  page.evaluate(`new Set(
    [...document.querySelectorAll("search.filters > :not([hidden])")].map((one) => Math.round(one.getBoundingClientRect().bottom)),
  ).size`);
