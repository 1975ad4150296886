import { defineNoun } from "@tenant-ops/kit/process";
import * as routes from "@tenant-ops/rest/console";
import type { ConsoleContext } from "../context.js";
import { bindPersonRoute } from "../requests/person-routes.js";
import { ofMembers, untilDeleted } from "../retentions.js";
import { personIndexes } from "./people.store.js";
import { updateProfile } from "./people.verbs.js";

/** Who signs in, in any number of businesses. */
export const people = defineNoun({
  collections: {
    people: { indexes: personIndexes, retention: untilDeleted, ofBusiness: "none", personal: ofMembers },
  },

  http: (app, _, context: ConsoleContext) =>
    bindPersonRoute(app, context, routes.updateProfile, async ({ session: { personId }, body }) => {
      const { _id, name, email, language } = await updateProfile(context, personId, body);
      return { _id, name, email, language };
    }),
});
