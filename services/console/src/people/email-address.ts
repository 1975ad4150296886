/**
 * How addresses are stored and compared, everywhere in this service: in lower case. In practice, addresses that differ only in case belong to the
 * same mailbox.
 */
export const normalizeEmail = (email: string): string => email.toLowerCase();
