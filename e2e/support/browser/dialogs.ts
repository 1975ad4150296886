import type { Page } from "playwright-core";

/** The name of the field with the focus. */
export const readFocusedField = (page: Page): Promise<string | null> =>
  page.evaluate(`document.activeElement.getAttribute("name")`);

/** What is wrong with the newest dialog, which has just been opened. */
export const findDialogProblems = (page: Page): Promise<string[]> => page.evaluate(`(${listProblems})()`);

const listProblems = `() => {
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  const title = dialog.querySelector("h2").textContent;
  const focused = document.activeElement;
  const first = dialog.querySelector(":is(input:not([type=radio]), input:checked, select, textarea):enabled");
  const problems = [];
  if (first ? focused !== first : !focused.closest("dialog > :not(header)"))
    problems.push("the focus is on " + focused.outerHTML);
  const buttons = [...dialog.querySelectorAll(".form-actions button")];
  if (buttons.length === 0) problems.push("there is no button at the end");
  for (const button of buttons) {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    // Whether it is wholly in the window, and in front.
    const corners = [[left + 5, top + 5], [right - 5, bottom - 5]];
    if (!corners.every(([x, y]) => document.elementFromPoint(x, y) === button)) problems.push(button.textContent + " is hidden");
    if (button.textContent === title) problems.push(title + " is also a button");
  }
  return problems.map((problem) => title + ": " + problem);
}`;
