import type { Page } from "playwright-core";

/**
 * What a person cannot read or press: texts of choices and tables that are cut, labels of a state in two lines or without a background,
 * faint placeholders, low summaries.
 */
export const findUnreadable = (page: Page): Promise<string[]> => page.evaluate(`(${listUnreadable})()`);

const listUnreadable = `() => {
  const problems = [];
  const isShown = (element) => element.checkVisibility();
  for (const select of [...document.querySelectorAll("select")].filter(isShown)) {
    // Read first: the copy can widen the column of a table, and with it the choice.
    const { width } = select.getBoundingClientRect();
    const whole = select.cloneNode(true);
    whole.style.width = "max-content";
    select.parentElement.append(whole);
    const missing = whole.getBoundingClientRect().width - width;
    whole.remove();
    if (missing > 0.5) problems.push("a choice of " + select.textContent + " is cut");
  }
  for (const badge of [...document.querySelectorAll(".checklist .badge")].filter(isShown)) {
    const range = document.createRange();
    range.selectNodeContents(badge);
    if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) problems.push(badge.textContent + " is broken");
  }
  const readBackground = (element) => getComputedStyle(element).backgroundColor;
  for (const badge of [...document.querySelectorAll(".badge")].filter(isShown)) {
    let behind = badge.parentElement;
    while (behind !== document.body && readBackground(behind) === "rgba(0, 0, 0, 0)") behind = behind.parentElement;
    if (readBackground(badge) === readBackground(behind)) problems.push(badge.textContent + " has no background");
  }
  for (const table of [...document.querySelectorAll("table")].filter(isShown)) {
    const missing = table.parentElement.scrollWidth - table.parentElement.clientWidth;
    if (missing > 0) problems.push("the table " + table.caption.textContent + " is cut by " + missing + " px");
  }
  const soft = document.createElement("p");
  soft.className = "hint";
  document.body.append(soft);
  const { color } = getComputedStyle(soft);
  soft.remove();
  for (const input of [...document.querySelectorAll("[placeholder]:not([placeholder=''])")].filter(isShown))
    if (getComputedStyle(input, "::placeholder").color !== color) problems.push("the placeholder " + input.placeholder + " has another color");
  for (const summary of [...document.querySelectorAll("summary")].filter(isShown)) {
    const { height } = summary.getBoundingClientRect();
    if (height < 24) problems.push(summary.textContent + " is " + height + " px high");
  }
  return problems;
}`;
