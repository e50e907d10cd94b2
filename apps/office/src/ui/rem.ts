import { useState } from "react";

/** How many pixels a rem had at the first drawing: 16 if the user has not chosen larger or smaller text. */
export function useRem(): number {
  const [rem] = useState(() =>
    Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
  );
  return rem;
}
