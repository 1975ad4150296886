interface Found {
  path: string;
  version: string;
  origin: string;
}

export declare function findMongod(): Promise<Found>;
export declare function findNatsServer(): Promise<Found>;
export declare function findPromtool(): Promise<Found>;
