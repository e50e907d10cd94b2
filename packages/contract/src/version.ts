export const productVersion = "0.1.0";
export const buildNumber = 7321;
export const mobileVersion = `${productVersion}+${buildNumber}`;
/** The server takes this message version and the one before. */
export const messageVersion = 1;
