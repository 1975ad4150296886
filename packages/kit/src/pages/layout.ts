import { createHash } from "node:crypto";
import { Html, html } from "../http/html.js";
import { baseCss } from "./base.css.js";
import { type Language, type MessageTexts, sharedTexts } from "./texts.js";

/** The data for the frame of a page. */
export interface PageView {
  style: PageStyle;
  language: Language;
  title: string;
  /** True for the page of a sandbox: it shows a notice, and asks search engines not to list it. */
  isTest?: boolean;
  /** Class of `main`, for the style sheet. */
  mainClass?: string;
  /** Further elements of `head`, such as a script of the page. */
  head?: Html;
}

/** A complete page around the content of its `main`. */
export function renderPage(
  { style, language, title, isTest = false, mainClass, head }: PageView,
  content: Html,
): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${isTest && html`<meta name="robots" content="noindex, nofollow" />`}
        <title>${title}</title>
        ${style.element} ${head}
      </head>
      <body>
        <main ${mainClass !== undefined && html`class="${mainClass}"`}>
          ${isTest && html`<p class="test">${sharedTexts[language].test}</p>`} ${content}
        </main>
      </body>
    </html> `.text;
}

export interface MessageView extends Omit<PageView, "title" | "mainClass"> {
  message: MessageTexts;
  kind: "success" | "problem";
  /** A link below the message. */
  link?: { href: string; text: string } | undefined;
  /** Further content below. */
  after?: Html;
}

/** A page with a title, one sentence, and perhaps a link. */
export function renderMessagePage({ message: { title, text }, kind, link, after, ...view }: MessageView): string {
  return renderPage(
    { ...view, title, mainClass: "message" },
    html`<div class="badge" aria-hidden="true">${kind === "success" ? "✓" : "!"}</div>
      <h1>${title}</h1>
      <p class="lead">${text}</p>
      ${link && html`<a class="button" href="${link.href}">${link.text}</a>`} ${after}`,
  );
}

/** The style sheet of a kind of page. It is part of the page, so a phone can show the page after one request. */
export interface PageStyle {
  element: Html;
  /** The source for `style-src` in the Content-Security-Policy: the hash allows this style sheet and no other. */
  source: string;
}

/** The style sheet that all pages share, with the additions of one kind of page. */
export function createPageStyle(ownCss = ""): PageStyle {
  const css = baseCss + ownCss;
  // Built without the `html` template: any added blank would change the hash.
  return {
    element: new Html(`<style>${css}</style>`),
    source: `'sha256-${createHash("sha256").update(css).digest("base64")}'`,
  };
}
