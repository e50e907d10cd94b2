/** Dispatched on the early screen when it is drawn, or when it is clear that it is not. */
export const earlyScreenEvent = "decided";
