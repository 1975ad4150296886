/** What the page of a course adds to the shared style sheet. */
export const courseCss = `
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
