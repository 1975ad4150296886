/** Colours of the host where it names them, else our own; light and dark by `color-scheme`. */
export const chartStyle = `
:root {
  color-scheme: light dark;
  --page: var(--color-background-primary, light-dark(#ffffff, #181c30));
  --ink: var(--color-text-primary, light-dark(#161b2e, #eceffb));
  --soft: var(--color-text-secondary, light-dark(#545d77, #adb5d1));
  --line: var(--color-border-primary, light-dark(#d9deeb, #2b3150));
  --accent: light-dark(#3a3fc4, #a3a8ff);
  --good: light-dark(#0b6b3a, #7fe0ab);
  --bad: light-dark(#b3172a, #ff9aa5);
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
body {
  margin: 0;
  padding: 1rem;
  background: var(--page);
  color: var(--ink);
  font: 0.9375rem/1.45 var(--font-sans, system-ui, sans-serif);
}
h1, h2, p, ul { margin: 0; padding: 0; font-size: inherit; }
ul { list-style: none; }
.note { color: var(--soft); font-size: 0.8125rem; }
.numbers { display: flex; flex-wrap: wrap; gap: 0.75rem 2rem; }
.numbers strong { display: block; font-size: 1.5rem; line-height: 1.25; font-variant-numeric: tabular-nums; }
.good { color: var(--good); }
.bad { color: var(--bad); }
section { margin-top: 1rem; }
.plot, .ranked { margin-top: 0.75rem; }
.plot { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.25rem 0.5rem; }
.ticks { display: flex; flex-direction: column; justify-content: space-between; height: 10rem; line-height: 0; text-align: end; }
svg { display: block; width: 100%; height: 10rem; fill: var(--accent); border-bottom: 1px solid var(--soft); }
line { stroke: var(--line); vector-effect: non-scaling-stroke; }
.previous { stroke: var(--ink); stroke-width: 2px; }
.axis { grid-column: 2; display: flex; justify-content: space-between; }
.ranked { display: grid; gap: 0.5rem; }
.ranked li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 0.75rem; overflow-wrap: anywhere; }
.ranked svg { grid-column: 1 / -1; height: 0.625rem; border: 0; }
.table { margin-top: 0.5rem; max-height: 20rem; overflow: auto; }
summary { color: var(--soft); cursor: pointer; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.25rem 0.5rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
th { color: var(--soft); font-size: 0.8125rem; }
.end { text-align: end; font-variant-numeric: tabular-nums; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
