import type { Database } from "@tenant-ops/kit/data";
import { isDocumentUrl } from "./metadata-document.rules.js";
import type { MetadataDocuments } from "./metadata-documents.js";
import { findRegisteredClient } from "./registered-clients.store.js";
import type { ClientProblem, OauthClient } from "./registration.rules.js";

const registeredId = /^ocl_[0-9a-z]{26}$/;

/**
 * Finds a client for a person.
 * @returns a function that returns the problem of a client that is unknown, or whose document cannot be used
 * @throws Refusal rate_limited
 */
export function createClientFinder(db: Database, documents: MetadataDocuments) {
  return async (clientId: string, personId: string): Promise<OauthClient | ClientProblem> => {
    if (isDocumentUrl(clientId)) return documents.find(clientId, personId);
    const found = registeredId.test(clientId) ? await findRegisteredClient(db, clientId) : null;
    if (!found) return { reason: "no client with this id is registered" };
    const { _id: id, name, redirectUris } = found;
    return { id, name: name || id, host: null, redirectUris };
  };
}
