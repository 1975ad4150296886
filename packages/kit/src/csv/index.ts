export { byteOrderMark, type CsvSeparator, getCsvSeparator, protectCell, toCsvNumber, writeCsvRow } from "./csv.js";
