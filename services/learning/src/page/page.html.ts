import { type Html, html } from "@tenant-ops/kit/http";
import { createPageStyle, type Language, renderPage } from "@tenant-ops/kit/pages";
import { findCurrentModule } from "../courses/course-modules.rules.js";
import type { Course, CourseModule } from "../courses/courses.rules.js";
import type { Session } from "../sessions/sessions.rules.js";
import { type PageTexts, pageTexts } from "./page.texts.js";

/** What the page of a course adds to the shared style sheet. */
const courseCss = `
:root { --done: #1d7a4a; --done-soft: #e6f6ec; }
@media (prefers-color-scheme: dark) { :root { --done: #5cc48c; --done-soft: #14301f; } }
h2 { margin: 2rem 0 0; font-size: 1.25rem; line-height: 1.3; }
.description { white-space: pre-line; }
.status {
  display: inline-block; margin: .75rem 0 0; padding: .25rem .75rem; border-radius: 1rem; background: var(--done-soft); color: var(--done);
  font-size: .9375rem; font-weight: 600;
}
.bar { display: block; width: 100%; height: .75rem; margin-top: .75rem; overflow: hidden; border-radius: .375rem; }
.bar .all { fill: var(--line); opacity: .35; }
.bar .part { fill: var(--done); }
.small { font-size: .9375rem; color: var(--soft); }
.modules { margin: .75rem 0 0; padding: 0; list-style: none; }
.modules li {
  display: grid; grid-template-columns: 2rem 1fr; gap: .125rem .75rem; padding: .75rem 0; border-top: 1px solid var(--line);
}
.modules .mark {
  grid-row: span 2; display: grid; place-items: center; width: 2rem; height: 2rem; border: 2px solid var(--line); border-radius: 50%;
  font-size: .875rem; font-weight: 600; color: var(--soft);
}
.modules .title { padding-top: .25rem; font-weight: 600; }
.modules .state { font-size: .875rem; color: var(--soft); }
.modules .done .mark { border-color: var(--done); background: var(--done); color: var(--card); }
.modules .next .mark { border-color: var(--accent); color: var(--accent); }
.modules .next .state { color: var(--accent); font-weight: 600; }
.number { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
`;

export const style = createPageStyle(courseCss);

/** What the page of a course shows to one visitor. */
export interface CourseView {
  language: Language;
  isTest: boolean;
  course: Course;
  /** False for a visitor who did not come from a flow. */
  isVisitor: boolean;
  /** The visitor's session, if they may see it. */
  session: Session | undefined;
}

export function renderCoursePage(view: CourseView): string {
  const { language, isTest, course, isVisitor, session } = view;
  const words = pageTexts[language];
  const lead = session ? words.enrolled : isVisitor ? words.enrolledElsewhere : words.withoutPass;
  return renderPage(
    { style, language, isTest, title: course.title },
    html`<h1>${course.title}</h1>
      <p class="lead">${lead}</p>
      ${course.description !== "" && html`<p class="description">${course.description}</p>`}
      ${session && renderProgress(session, course, { words, language })}
      <h2>${words.modules}</h2>
      ${renderModules(course.modules, session, words)}`,
  );
}

function renderProgress(
  { status, completedModules, score, certificate }: Session,
  { modules }: Course,
  { words, language }: { words: PageTexts; language: Language },
): Html {
  const completed = modules.filter(({ id }) => completedModules.includes(id)).length;
  const width = modules.length === 0 ? 0 : (completed / modules.length) * 100;
  return html`<section>
    <h2>${words.progress}</h2>
    <p class="status">${words.statuses[status]}</p>
    ${
      modules.length > 0 &&
      html`<p>${words.completedOf(completed, modules.length)}</p>
        <svg class="bar" viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
          <rect class="all" width="100" height="3" />
          <rect class="part" width="${width.toFixed(2)}" height="3" />
        </svg>`
    }
    ${score !== undefined && html`<p class="small">${words.score(formatScore(score, language))}</p>`}
    ${certificate && html`<p class="small">${words.certificate}: <span class="number">${certificate.certificateId}</span></p>`}
  </section>`;
}

/** Cut and not rounded: a score just below the one that is needed would be shown as passed. */
const formatScore = (score: number, language: Language): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 2, roundingMode: "trunc" }).format(score);

function renderModules(modules: readonly CourseModule[], session: Session | undefined, words: PageTexts): Html {
  if (modules.length === 0) return html`<p class="small">${words.noModules}</p>`;
  const completed = new Set(session?.completedModules);
  const current = session && findCurrentModule(modules, session.completedModules);
  return html`<ol class="modules">
    ${modules.map(({ id, title, required }, index) => {
      const isDone = completed.has(id);
      const isNext = !isDone && id === current?.id;
      const state = isDone ? words.done : isNext ? words.next : required ? "" : words.optional;
      return html`<li class="${isDone ? "done" : isNext ? "next" : "open"}">
        <span class="mark" aria-hidden="true">${isDone ? "✓" : index + 1}</span>
        <span class="title">${title}</span>
        ${state !== "" && html`<span class="state">${state}</span>`}
      </li>`;
    })}
  </ol>`;
}
