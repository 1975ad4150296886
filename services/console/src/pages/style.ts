import { createPageStyle } from "@tenant-ops/kit/pages";

/** The style sheet of the pages that the console service renders. */
export const style = createPageStyle(`
.passkey { margin-top: 1.75rem; }
.status:empty { display: none; }
.status { margin-top: .75rem; font-weight: 600; }
.passkey + noscript + .note, .passkey + .note { margin-top: 1.5rem; }
.later { margin-top: 1.25rem; text-align: center; }
.later a { color: var(--accent); font-weight: 600; }
button:disabled { opacity: .6; cursor: default; }
button.second { background: transparent; color: var(--accent); border: 2px solid var(--accent); }
button.second:hover { background: var(--page); }
.choices { display: grid; gap: .75rem; }
.choices fieldset { margin: 0 0 .75rem; padding: 0; border: 0; }
.choices legend { padding: 0; font-weight: 700; }
`);
