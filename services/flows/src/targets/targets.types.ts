export type OwnTargetKind = "survey" | "event";

/** A survey or an event of another site. We store its name and address, so that flows can redirect to it. */
export interface Target {
  _id: string;
  kind: OwnTargetKind;
  name: string;
  url: string;
  createdAt: Date;
  updatedAt: Date;
}
