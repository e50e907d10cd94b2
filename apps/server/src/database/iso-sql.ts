/** Builds the SQL of a time as the text that the contract uses: ISO 8601 in UTC, with milliseconds. `column` is SQL. */
export function isoSql(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
