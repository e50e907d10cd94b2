/** The path of the close wizard. */
export const surveyPath = "/jobs/selected/outcome/survey";
