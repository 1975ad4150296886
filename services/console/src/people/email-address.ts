/**
 * How addresses are stored and compared, everywhere in this service: in lower case. In practice, addresses that differ only in case belong to the
 * same mailbox. An erasure ignores case, so it also finds addresses that an older version stored.
 */
export const normalizeEmail = (email: string): string => email.toLowerCase();
