/** In `localStorage`: the chosen theme; nothing while the system's is followed. */
export const themeKey = "fieldfare.theme";
