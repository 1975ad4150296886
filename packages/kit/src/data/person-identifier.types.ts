/** The kinds of names by which a business identifies a person. A visitor of a page has a user id that the mesh computes (`vis_…`). */
export type IdentifierKind = "email" | "userId" | "phone";

export interface PersonIdentifier {
  kind: IdentifierKind;
  value: string;
}
