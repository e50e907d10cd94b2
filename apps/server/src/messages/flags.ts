/** The flag of a message that was evidence until the office gave the job back to its engineer. */
export const givenBackFlag = "given-back";
/** The flag of what was recorded after its account was disabled, until the office accepts it. */
export const afterDisablingFlag = "recorded-while-disabled";
