export const photoLimits = { width: 600, height: 600, quality: 0.7 } as const;

/** What the server takes at most. */
export const requestLimits = {
  jsonBytes: 262_144,
  /** A close carries notes, parts, forms and signatures of a whole visit. */
  closeBytes: 4_194_304,
  jsonDepth: 20,
  /** Answers of a form lie in lists of sub-forms, which lie in lists. */
  closeDepth: 40,
  /** Of rows that the office puts: trees of causes, definitions of forms. */
  dataSetDepth: 100,
  imageBytes: 1_048_576,
} as const;
