/** The path of the screen that asks for the outcome. */
export const outcomePath = "/jobs/selected/outcome";
