/** Seconds that the wheel may turn: the settings of a roulette allow any number. */
export const turnSecondsMax = 10;

const durations = Array.from({ length: turnSecondsMax }, (_, index) => `.t${index + 1} { --turn: ${index + 1}s; }`);

/** What the page of a roulette adds to the shared style sheet. */
export const rouletteCss = `
:root {
  --c0: #dfe3ff; --c1: #ffe3c9; --c2: #d2f1df; --c3: #fadaeb; --c4: #d3ecfb; --c5: #fdf0bd; --label: #1c2140; --win: #e6f6ec; --win-line: #1d7a4a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --c0: #343a7a; --c1: #5c3c1f; --c2: #1f4b38; --c3: #572c4b; --c4: #1f4763; --c5: #514718; --label: #f1f3ff; --win: #14301f; --win-line: #5cc48c;
  }
}
.center { text-align: center; }
.stage { margin-top: 1.5rem; outline: none; scroll-margin-top: 1rem; }
.wheel { display: block; width: 100%; max-width: 24rem; height: auto; margin: 0 auto; }
.slice { stroke: var(--card); stroke-width: 2; }
.c0 { fill: var(--c0); } .c1 { fill: var(--c1); } .c2 { fill: var(--c2); }
.c3 { fill: var(--c3); } .c4 { fill: var(--c4); } .c5 { fill: var(--c5); }
.label { fill: var(--label); font-size: 15px; font-weight: 600; }
.rim { fill: none; stroke: var(--accent); stroke-width: 6; }
.hub { fill: var(--card); stroke: var(--accent); stroke-width: 6; }
.pointer { fill: var(--accent-strong); stroke: var(--card); stroke-width: 3; stroke-linejoin: round; }
.turn { transform-box: view-box; transform-origin: 200px 200px; }
${durations.join("\n")}
.stage:target .turn { animation: turn var(--turn) cubic-bezier(.13, .67, .15, 1) both; }
.stage:target .outcome { animation: appear .6s ease-out var(--turn) both; }
@keyframes turn { from { transform: rotate(-1620deg); } }
@keyframes appear { from { opacity: 0; transform: translateY(.5rem); } }
.outcome { margin-top: 1.5rem; }
.outcome h2 { margin: 0; font-size: 1.5rem; line-height: 1.25; text-wrap: balance; }
.prize { margin-top: 1rem; padding: 1.125rem; border: 1px solid var(--win-line); border-radius: .875rem; background: var(--win); }
.prize.over { border-color: var(--line); background: none; }
.prize h3 { margin: 0; font-size: 1.125rem; line-height: 1.35; }
.code { margin: .75rem 0 0; font: 700 clamp(1.5rem, 8vw, 2rem)/1.2 ui-monospace, "SF Mono", Menlo, Consolas, monospace; letter-spacing: .08em; }
.over .code { text-decoration: line-through; color: var(--soft); }
.small { font-size: .875rem; color: var(--soft); }
.prize .small { color: var(--ink); }
details { margin-top: 1.25rem; border-top: 1px solid var(--line); padding-top: 1rem; }
summary { font-weight: 600; cursor: pointer; }
.terms { white-space: pre-line; font-size: .9375rem; }
table { width: 100%; margin-top: .75rem; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .4rem 0; text-align: left; vertical-align: top; }
th:last-child, td:last-child { padding-left: 1rem; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
thead th { color: var(--soft); font-weight: 600; }
tbody th { font-weight: 400; }
@media (prefers-reduced-motion: reduce) {
  .stage:target .turn, .stage:target .outcome { animation: none; }
}
`;
