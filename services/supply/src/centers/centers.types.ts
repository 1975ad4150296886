export interface Geo {
  latitude: number;
  longitude: number;
}

/** A center before it has an id and a creation time. */
export interface PlannedCenter {
  name: string;
  address: string;
  /** Absent when the request has no coordinates. */
  geo?: Geo;
  mapsLink: string;
  capacity: number;
  schedule: {
    timezone: string;
    activeMemberDuration: number;
    nonMemberDuration: number;
    weekly: { weekday: number; opens: string; closes: string }[];
  };
  countryId: string;
  type: "physical" | "online";
  isActive: boolean;
}

/** A place that keeps products and hands them out. */
export interface Center extends PlannedCenter {
  _id: string;
  createdAt: Date;
  /** Id of the API key that created it. */
  createdBy: string;
}
