/** What all pages share: colours as custom properties for light and dark, text, forms, buttons and messages. */
export const baseCss = `
:root {
  color-scheme: light dark;
  --page: #eef1f8; --card: #ffffff; --ink: #161b2e; --soft: #545d77; --line: #8089a6;
  --accent: #3a3fc4; --accent-strong: #2b2f9e; --on-accent: #ffffff; --ring: #8f94ff;
  --wrong: #b3172a; --wrong-soft: #fdeef0; --test: #6b4700; --test-soft: #fff3cd; --test-line: #d39e00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0d1020; --card: #181c30; --ink: #eceffb; --soft: #adb5d1; --line: #69739a;
    --accent: #a3a8ff; --accent-strong: #c0c4ff; --on-accent: #11142a; --ring: #6d73ff;
    --wrong: #ff9aa5; --wrong-soft: #351a24; --test: #ffdf8a; --test-soft: #332700; --test-line: #b98a00;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column;
  background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
main {
  position: relative; flex: 1; width: 100%; padding: 2.25rem 1.25rem 2.5rem; background: var(--card);
  overflow-wrap: anywhere;
}
main::before {
  content: ""; position: absolute; inset: 0 0 auto; height: .375rem;
  background: linear-gradient(90deg, var(--accent-strong), var(--ring));
}
h1 { margin: 0; font-size: clamp(1.6rem, 1.25rem + 1.8vw, 2.1rem); line-height: 1.2; letter-spacing: -.015em; text-wrap: balance; }
p { margin: .5rem 0 0; }
.test {
  margin: 0 0 1.5rem; padding: .625rem .875rem; border: 2px dashed var(--test-line); border-radius: .625rem;
  background: var(--test-soft); color: var(--test); font-size: .9375rem; font-weight: 600; text-wrap: balance;
}
.lead { font-size: 1.0625rem; color: var(--soft); }
.note { margin-top: .25rem; font-size: .875rem; color: var(--soft); }
form { margin-top: 1.75rem; display: grid; gap: 1.25rem; }
label { display: block; margin-bottom: .375rem; font-weight: 600; }
.optional { font-weight: 400; color: var(--soft); }
.hint { margin: 0 0 .375rem; font-size: .875rem; color: var(--soft); }
input, select, textarea {
  width: 100%; min-height: 3rem; padding: .625rem .875rem; border: 1px solid var(--line); border-radius: .625rem;
  background: var(--card); color: inherit; font: inherit;
}
textarea { min-height: 7rem; resize: vertical; }
select {
  appearance: none; padding-right: 2.5rem;
  background: linear-gradient(45deg, transparent 50%, var(--soft) 50%) right 1.2rem center / .4rem .4rem no-repeat,
    linear-gradient(135deg, var(--soft) 50%, transparent 50%) right .85rem center / .4rem .4rem no-repeat, var(--card);
}
::placeholder { color: var(--soft); opacity: 1; }
.check { display: grid; grid-template-columns: auto 1fr; gap: .125rem .75rem; align-items: start; }
.check input { width: 1.5rem; height: 1.5rem; min-height: 0; margin: 0; accent-color: var(--accent); }
.check label { margin: 0; }
.check .hint, .check .wrong { grid-column: 2; }
[aria-invalid="true"] { border: 2px solid var(--wrong); }
.wrong { margin: .375rem 0 0; font-size: .9375rem; font-weight: 600; color: var(--wrong); }
.summary {
  margin-top: 1.5rem; padding: 1rem 1.125rem; border: 2px solid var(--wrong); border-radius: .75rem; background: var(--wrong-soft);
}
.summary h2 { margin: 0; font-size: 1.0625rem; line-height: 1.35; }
.summary ul { margin: .5rem 0 0; padding-left: 1.125rem; }
.summary a { color: var(--wrong); font-weight: 600; text-underline-offset: .15em; }
button, .button {
  display: block; width: 100%; min-height: 3.25rem; padding: .75rem 1.5rem; border: 0; border-radius: .75rem; cursor: pointer;
  background: var(--accent); color: var(--on-accent); font: inherit; font-size: 1.0625rem; font-weight: 700; text-align: center;
  text-decoration: none;
}
.button { margin-top: 1.75rem; }
button:hover, .button:hover { background: var(--accent-strong); }
:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; }
.message h1 { margin-top: 1.25rem; }
.badge {
  display: grid; place-items: center; width: 3.5rem; height: 3.5rem; border-radius: 50%; background: var(--accent); color: var(--on-accent);
  font-size: 1.75rem; font-weight: 700; line-height: 1;
}
@media (min-width: 40rem) {
  body { padding: 3.5rem 1.25rem; }
  main {
    flex: none; max-width: 33rem; margin: 0 auto; padding: 2.75rem; border-radius: 1.25rem; overflow: hidden;
    box-shadow: 0 1px 2px rgb(13 18 48 / .08), 0 1.25rem 3rem rgb(13 18 48 / .12);
  }
}
@media (forced-colors: active) { main { border: 1px solid; } }
`;
