/** A visit that is over, as the rule of attempts needs it. */
export interface EndedVisit {
  /** ISO 8601, by the clock of the phone. */
  readonly endedOn: string;
  /** False: access was gained. */
  readonly isAttempt: boolean;
}

/**
 * Returns the attempts without access in a row, oldest first: those since access was last gained. A later visit with
 * access ends the row, so that there are none.
 */
export function attemptsInARow<Visit extends EndedVisit>(visits: readonly Visit[]): Visit[] {
  const inOrder = visits.toSorted(
    (one, other) => Date.parse(one.endedOn) - Date.parse(other.endedOn),
  );
  const lastAccess = inOrder.findLastIndex(({ isAttempt }) => !isAttempt);
  return inOrder.slice(lastAccess + 1);
}

/** Returns when access was last gained; null: never, as far as is known. */
export function lastAccessOn(visits: readonly EndedVisit[]): string | null {
  const accesses = visits.filter(({ isAttempt }) => !isAttempt).map(({ endedOn }) => endedOn);
  return accesses.toSorted((one, other) => Date.parse(one) - Date.parse(other)).at(-1) ?? null;
}
