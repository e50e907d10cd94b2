/** Later than the record's last change, whatever the clock has done since: the newer copy is the one that counts. */
export function changedOn(record: { readonly modifiedOn: string }, at: Date): Date {
  return new Date(Math.max(at.getTime(), Date.parse(record.modifiedOn) + 1));
}
