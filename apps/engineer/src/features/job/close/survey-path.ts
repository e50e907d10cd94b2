/** Where the close wizard is. */
export const surveyPath = "/jobs/selected/outcome/survey";
