export const photoLimits = { width: 600, height: 600, quality: 0.7 } as const;

/** The largest requests that the server accepts. */
export const requestLimits = {
  jsonBytes: 262_144,
  /** A close message has the notes, parts, forms and signatures of a whole visit. */
  closeBytes: 4_194_304,
  jsonDepth: 20,
  /** Answers of a form may be in lists of sub-forms, which may be in lists. */
  closeDepth: 40,
  /** The depth of rows that the office writes: trees of causes, definitions of forms. */
  dataSetDepth: 100,
  imageBytes: 1_048_576,
} as const;
