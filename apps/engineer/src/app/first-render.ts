let resolveFirstRender: () => void;

/** What need not be there before the first screen waits for it: on a slow phone the two would compete. */
export const afterFirstRender = new Promise<void>((resolve) => {
  resolveFirstRender = resolve;
});

export function markFirstRender(): void {
  resolveFirstRender();
}
