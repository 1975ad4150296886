import { html } from "@tenant-ops/kit/http";
import { type Language, renderPage } from "@tenant-ops/kit/pages";
import { style } from "./page.html.js";
import { pageTexts } from "./page.texts.js";
import type { TestResult } from "./test-runs.types.js";

/** The result of a test run, shown instead of the redirect. */
export function renderTestResultPage(language: Language, { passed, steps, address }: TestResult): string {
  const words = pageTexts[language].testRun;
  const title = passed ? words.passed : words.failed;
  return renderPage(
    { style, language, isTest: true, title, mainClass: "message" },
    html`<div class="badge" aria-hidden="true">${passed ? "✓" : "!"}</div>
      <h1>${title}</h1>
      <ul>
        ${steps.map((step) => html`<li>${words.steps[step.name]}: ${step.passed ? words.done : words.notDone}</li> `)}
      </ul>
      ${
        address !== "" &&
        html`<p class="lead">
          ${words.wouldGo}
          <a href="${address}" target="_blank" rel="noopener noreferrer">${address}</a>
        </p>`
      }
      <a class="button" href="">${words.again}</a>`,
  );
}
