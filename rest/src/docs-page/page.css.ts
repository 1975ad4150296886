import { createHash } from "node:crypto";
import { Html } from "@tenant-ops/kit/http";

const css = `
:root {
  color-scheme: light dark;
  --page: #ffffff; --side: #f5f6fa; --ink: #161b2e; --soft: #545d77; --line: #d5d9e6; --code: #eef0f7;
  --accent: #3a3fc4; --get: #0b6b46; --post: #3a3fc4; --patch: #7a4a00; --delete: #a3162a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #10131f; --side: #171b2b; --ink: #e9ecf8; --soft: #a9b1cd; --line: #333a55; --code: #1d2236;
    --accent: #a3a8ff; --get: #6fd6a8; --post: #a3a8ff; --patch: #f0b866; --delete: #ff9aa5;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
nav { background: var(--side); padding: 1rem 1.25rem; max-height: 45vh; overflow-y: auto; border-bottom: 1px solid var(--line); }
nav p { margin: 0 0 .25rem; font-weight: 700; }
nav details { margin: .25rem 0; }
nav summary { cursor: pointer; font-weight: 600; padding: .25rem 0; }
nav ul { list-style: none; margin: 0 0 .5rem; padding: 0 0 0 .75rem; }
nav li { margin: .3rem 0; font-size: .9rem; line-height: 1.35; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
main { max-width: 58rem; padding: 1.5rem 1.25rem 4rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 .25rem; font-size: 1.9rem; line-height: 1.2; }
h2 { margin: 2.75rem 0 .5rem; font-size: 1.4rem; line-height: 1.25; }
h3 { margin: 0; font-size: 1.15rem; line-height: 1.3; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
h4 { margin: 1.25rem 0 .25rem; font-size: .95rem; }
p { margin: .5rem 0; }
ul { padding-left: 1.25rem; }
.note { color: var(--soft); font-size: .9rem; }
td .note { margin: .125rem 0 0; }
article { padding: 1.5rem 0; border-top: 1px solid var(--line); }
.request { font-size: 1.0625rem; }
.request code { background: none; padding: 0; }
.method { font: 700 .8rem/1 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; letter-spacing: .03em; }
.get { color: var(--get); } .post { color: var(--post); } .put, .patch { color: var(--patch); } .delete { color: var(--delete); }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875em; }
code { background: var(--code); padding: .1em .3em; border-radius: .25rem; }
pre { margin: .5rem 0; padding: .75rem 1rem; background: var(--code); border-radius: .5rem; overflow-x: auto; overflow-wrap: normal; }
pre code { padding: 0; background: none; font-size: .85rem; }
details { margin: .5rem 0; }
summary { cursor: pointer; color: var(--accent); }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .75rem .45rem 0; border-top: 1px solid var(--line); font-weight: 400; }
.fields > tbody > tr > th { width: 14rem; }
.fields .fields { margin-top: .375rem; }
.fields .fields > tbody > tr > th { width: 11rem; }
.fields p { margin: .125rem 0 0; color: var(--soft); }
.required { display: block; color: var(--delete); font-size: .8rem; }
.limits { color: var(--soft); font-size: .875rem; }
.type + .limits::before { content: "· "; }
.wide { overflow-x: auto; }
.errors th { width: 3.5rem; }
.errors td:nth-child(2) { width: 15rem; }
@media (max-width: 39.99rem) {
  .fields > tbody > tr, .errors > tbody > tr { display: block; padding: .4rem 0; border-top: 1px solid var(--line); }
  .fields > tbody > tr > th, .fields > tbody > tr > td, .errors > tbody > tr > th, .errors > tbody > tr > td {
    display: block; width: auto !important; padding: 0; border: 0;
  }
  .fields .fields { border-left: 2px solid var(--line); padding-left: .75rem; display: block; }
  .required { display: inline; margin-left: .35rem; }
}
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 19rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; max-height: none; border-bottom: 0; border-right: 1px solid var(--line); }
  main { padding: 2.5rem 3rem 6rem; }
}
@media print { nav { display: none; } body { display: block; } }
`;

/** Built without the `html` template: any added blank would change the hash that the policy allows. */
export const styleElement = new Html(`<style>${css}</style>`);

/** The page loads nothing but its own style sheet and our icon, runs no script and cannot be framed. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(css).digest("base64")}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
