/** In `localStorage`: the settings as last received. */
export const clientSettingsKey = "fieldfare.client-settings";
