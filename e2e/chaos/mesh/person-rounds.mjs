import { randomUUID } from "node:crypto";

/** A business may have 200 open invitations. */
const openInvitationsMax = 20;

/**
 * By kind, what a person does in one round: exactly one record, whatever fails meanwhile, and a look whether the session still works. The
 * accounts stores keys, the console invitations.
 * @param withdrawn gets the names of the rounds whose invitation was withdrawn later
 * @returns functions of the round's name, which give the id of the record
 */
export function createPersonRounds({ businessId, person, withdrawn }) {
  const path = `/v1/console/businesses/${businessId}`;
  const key = () => ({ "idempotency-key": randomUUID() });
  const open = [];
  return {
    async keys(name) {
      await person.requireSession();
      const { _id } = await person.rest("POST", `${path}/keys`, { name }, key());
      await person.rest("POST", `${path}/keys/${_id}/revoke`, undefined, key());
      return _id;
    },
    async invitations(name) {
      await person.requireSession();
      const invitation = { name, email: `${name}@example.com`, role: "viewer" };
      const { _id } = await person.rest("POST", `${path}/invitations`, invitation, key());
      open.push({ name, _id });
      if (open.length > openInvitationsMax) {
        const oldest = open.shift();
        await person.rest("DELETE", `${path}/invitations/${oldest._id}`, undefined, key());
        withdrawn.add(oldest.name);
      }
      return _id;
    },
  };
}
