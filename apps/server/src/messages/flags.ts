/** The flag of what was recorded after its account was disabled, until the office accepts it. */
export const afterDisablingFlag = "recorded-while-disabled";
