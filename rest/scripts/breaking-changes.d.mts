/** Whether the comparison can run on this platform. */
export const hasOasdiff: boolean;
export function findBreakingChanges(before: object, after: object): Promise<string[]>;
