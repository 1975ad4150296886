// The limits of queries. The browser application imports this file, so it imports nothing.

export const metricsMax = 4;
export const groupsMax = 2;
export const filtersMax = 5;
export const filterValuesMax = 20;
export const rowsMax = 200;
/** Days of a range. */
export const daysMax = 400;
/** Days of a range without dates. */
export const daysDefault = 90;
/** Days of a range by the hour: 400 of them would be 9,600 rows, of which nobody reads the most. */
export const hourlyDaysMax = 31;
