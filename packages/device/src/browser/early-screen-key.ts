/** In `localStorage`: the engineer's id and the sealed markup of the screen that was shown when the app was hidden. */
export const earlyScreenKey = "fieldfare.screen";
