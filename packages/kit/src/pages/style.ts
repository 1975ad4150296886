import { createHash } from "node:crypto";
import { Html } from "../http/html.js";
import { baseCss } from "./base.css.js";

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
