export function findBreakingChanges(before: object, after: object): Promise<string[]>;
