import { z } from "./schema.ts";

/** The encodings in which a file of an import may be written. */
export const csvEncodings = ["utf-8", "windows-1252"] as const;
export const csvEncoding = z.enum(csvEncodings);
export type CsvEncoding = z.output<typeof csvEncoding>;

/** What may be between two cells of a line. */
export const csvDelimiters = [",", ";", "\t"] as const;
export const csvDelimiter = z.enum(csvDelimiters);
export type CsvDelimiter = z.output<typeof csvDelimiter>;

/** The largest file of an import, in bytes. */
export const maxCsvBytes = 20_000_000;
/** The most lines of a file of an import, without the headings. */
export const maxCsvLines = 200_000;
