import { createPageStyle } from "@tenant-ops/kit/pages";

/** The style sheet of the pages on which a person allows an agent. */
export const style = createPageStyle(`
fieldset { margin: 0; padding: 0; border: 0; display: grid; gap: .75rem; }
legend { margin-bottom: .5rem; padding: 0; font-weight: 700; }
.check label { font-weight: 400; }
button.plain { background: transparent; color: var(--ink); border: 1px solid var(--line); }
button.plain:hover { background: var(--page); }
`);
