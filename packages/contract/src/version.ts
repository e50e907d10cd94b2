export const productVersion = "0.1.0";
export const buildNumber = 7321;
export const mobileVersion = `${productVersion}+${buildNumber}`;
/** The server accepts this message version and the previous one. */
export const messageVersion = 1;
