export declare function readMetricDeclarations(): Map<string, string>;
