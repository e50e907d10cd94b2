import { createContext } from "react";

/** Whether something covers all screens: a dialog that opened above it would take its focus. */
export const Covered = createContext(false);
