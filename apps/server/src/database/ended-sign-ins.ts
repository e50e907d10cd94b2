/** SQL: whether this row of `token_family` is a sign-in that the office, a changed password or a token that was used again has ended. */
export function hasEndedSql(row: string): string {
  return `${row}.revoked_on is not null`;
}

/** SQL: whether the sign-in with this id has been ended. One that is unknown, as after a restored backup, has not been. */
export function isEndedSql(familyId: string): string {
  return `exists (select from token_family f where f.family_id = ${familyId} and ${hasEndedSql("f")})`;
}
