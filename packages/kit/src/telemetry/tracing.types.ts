export type SpanKind = "server" | "client" | "producer" | "consumer" | "internal";

/** Ids and counts; never text that a tenant wrote. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

export interface SpanStart {
  /** Of low cardinality: no ids in it. */
  name: string;
  kind: SpanKind;
  /** W3C traceparent of the parent span. A malformed one is ignored. */
  parent?: string | undefined;
  attributes?: SpanAttributes;
  /** Milliseconds since 1970, when the work began before its parent was known. */
  startedAt?: number;
}

export interface Span {
  /** The parent for everything that this span causes. */
  traceparent: string;
  end(outcome?: SpanEnd): void;
}

export interface SpanEnd {
  attributes?: SpanAttributes;
  /** The code of a failure of ours or of a lower layer. A refusal is an answer, not an error. */
  error?: string | undefined;
}

export interface Tracer {
  start(span: SpanStart): Span;
  stop(): Promise<void>;
}
