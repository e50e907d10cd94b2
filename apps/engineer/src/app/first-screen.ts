let tell: () => void;

/** What need not be there before the first screen waits for it: on a slow phone the two would compete. */
export const firstScreenStands = new Promise<void>((resolve) => {
  tell = resolve;
});

export function tellFirstScreen(): void {
  tell();
}
