/** The list tools take no `limit`. One page holds everything of most businesses; a cursor gives the rest. */
export const listLimit = 500;
