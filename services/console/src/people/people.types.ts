import type { Language } from "@tenant-ops/kit/pages";

/** A person who signs in. The e-mail is not unique and not proven: it is what an invitation said. */
export interface Person {
  _id: string;
  name: string;
  email: string;
  language: Language | null;
  createdAt: Date;
}
