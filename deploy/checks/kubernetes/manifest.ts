import { getString, type YamlMap } from "../yaml-values.js";

/** One Kubernetes object. */
export type Manifest = YamlMap;

export const getKind = (manifest: Manifest): string => getString(manifest, "kind");
export const getName = (manifest: Manifest): string => getString(manifest, "metadata", "name");
/** How messages name it: `Deployment supply`. */
export const formatTitle = (manifest: Manifest): string => `${getKind(manifest)} ${getName(manifest)}`;
