import { createPageStyle } from "@tenant-ops/kit/pages";

/** The style sheet of the pages that the console service renders. */
export const style = createPageStyle();
