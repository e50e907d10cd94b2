let resolveFirstRender: () => void;

/**
 * Resolves after the first screen is drawn. Work that the first screen does not need waits for it: on a slow phone the
 * two would compete.
 */
export const afterFirstRender = new Promise<void>((resolve) => {
  resolveFirstRender = resolve;
});

/** Milliseconds from the first render to what waits for it, so that the two do not compete. */
export const firstRenderDelayMs = 500;

/**
 * Milliseconds that the first drawing waits for the rows of its screen and for its code. Drawing the frame of the screen first, and
 * again with the rows, takes a slow phone longer.
 */
const firstRowsMs = 1_000;

let readRows: () => Promise<unknown> = () => Promise.resolve();

/** Says how the rows of the first screen are read. Called at a start, and again for what is read after its PIN. */
export function setFirstRows(read: () => Promise<unknown>): void {
  readRows = read;
}

/** Resolves when the rows of the first screen are read, have failed, which the screen shows, or take too long. */
export async function readFirstRows(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, firstRowsMs));
  await Promise.race([readRows().catch(() => undefined), late]);
}

/** Called when the first screen is drawn: what waits for that begins. */
export function markFirstRender(): void {
  resolveFirstRender();
}
