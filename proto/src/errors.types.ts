/** An error code as the `.proto` file of an area declares it. */
export interface DeclaredError {
  /** HTTP status of the direct call and of REST. */
  status: number;
  meaning: string;
  remedy: string;
  /** The same call may succeed when it is sent again. */
  retryable?: boolean;
  /** The names of the values that an answer with it carries. */
  values?: readonly string[];
}
