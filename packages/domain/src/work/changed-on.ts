/** Returns a time after the record's last change, even if the clock was set back, because the newest copy wins. */
export function changedOn(record: { readonly modifiedOn: string }, at: Date): Date {
  return new Date(Math.max(at.getTime(), Date.parse(record.modifiedOn) + 1));
}
