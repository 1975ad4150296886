/**
 * How addresses are stored and compared, everywhere in this service: in lower case. Mailboxes whose names differ in case alone are one in
 * practice. An erasure compares in any case, so it also finds what a process of an earlier build has stored.
 */
export const normalizeEmail = (email: string): string => email.toLowerCase();
