export declare function renderDashboard(): string;
