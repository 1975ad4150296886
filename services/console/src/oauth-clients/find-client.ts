import type { Database } from "@tenant-ops/kit/data";
import { isDocumentUrl } from "./metadata-document.rules.js";
import type { MetadataDocuments } from "./metadata-documents.js";
import { findRegisteredClient, type OauthClient } from "./registered-clients.store.js";

/**
 * @param personId the person for whom the client is looked up
 * @returns undefined for a client that is unknown, or whose document cannot be read
 * @throws Refusal rate_limited
 */
export type FindClient = (clientId: string, personId: string) => Promise<OauthClient | undefined>;

const registeredId = /^ocl_[0-9a-z]{26}$/;

export function createClientFinder(db: Database, documents: MetadataDocuments): FindClient {
  return async (clientId, personId) => {
    if (isDocumentUrl(clientId)) return documents.find(clientId, personId);
    const found = registeredId.test(clientId) ? await findRegisteredClient(db, clientId) : null;
    if (!found) return undefined;
    const { _id: id, name, redirectUris } = found;
    return { id, name: name || id, host: null, redirectUris };
  };
}
