import { defineStrings } from "../ui/language.ts";

export const strings = defineStrings({
  en: {
    offer: "You can open the app with your fingerprint or face instead of the PIN.",
    turnOn: "Turn on",
    turnOff: "Turn off",
    turnedOn: "Your fingerprint or face now opens the app. Your PIN still does too.",
    turnedOff: "Only your PIN opens the app now.",
    notTurnedOn: "Your fingerprint or face was not recognised, so nothing was changed.",
  },
});
