export interface SmallDisk {
  fill(): Promise<void>;
  empty(): Promise<void>;
  unmount(): Promise<void>;
}

export function mountSmallDisk(folder: string, megabytes: number): Promise<SmallDisk | undefined>;
