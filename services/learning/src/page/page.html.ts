import { type Html, html } from "@tenant-ops/kit/http";
import { createPageStyle, type Language, renderPage } from "@tenant-ops/kit/pages";
import type { Course, CourseModule } from "../courses/courses.types.js";
import { findCurrentModule } from "../courses/modules.rules.js";
import { courseCss } from "./page.css.js";
import { type PageTexts, pageTexts } from "./page.texts.js";
import type { Session } from "../sessions/sessions.types.js";

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

const formatScore = (score: number, language: Language): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(score);

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
