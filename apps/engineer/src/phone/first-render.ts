let resolveFirstRender: () => void;

/**
 * Resolves after the first screen is drawn. Work that the first screen does not need waits for it: on a slow phone the
 * two would compete.
 */
export const afterFirstRender = new Promise<void>((resolve) => {
  resolveFirstRender = resolve;
});

/** Called when the first screen is drawn: what waits for that begins. */
export function markFirstRender(): void {
  resolveFirstRender();
}
