export declare function renderTelemetryFiles(): Promise<Record<string, string>>;
