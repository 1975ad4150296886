/** Settings of a gateway for measurements and tests: no limit of requests per minute, and calls on an overloaded machine. */
export const withoutLimits: Readonly<Record<string, number>>;
