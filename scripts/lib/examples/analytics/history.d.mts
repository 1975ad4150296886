/** Settings of all processes of a mesh at which it is the moment of the questions, whenever it is started. */
export function createClockSettings(): Record<string, string | number>;
