/** The lists for agents take no limit. One answer holds all that most businesses have; the rest follows by cursor. */
export const pageSize = 500;
