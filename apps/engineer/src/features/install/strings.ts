import { defineStrings, plural } from "../../ui/language.ts";
import type { BrowserKind } from "../../phone/browser-kind.ts";
import type { HelpTopic } from "./error-codes.ts";

/** The same for all browsers, or the steps of each. */
type HelpLine = string | Readonly<Record<BrowserKind, string>>;

/** Firefox lists what the app has asked for; a tap turns an entry from Blocked to Allowed. */
const allowInFirefox = (entry: string) =>
  `Firefox on Android: tap the lock or the shield next to the address, then tap ${entry} until it says Allowed. If it says Blocked by Android, open the phone's Settings, then Apps, Firefox, Permissions, and allow it there. On a computer, allow it by the sign next to the address.`;

const topics: Record<HelpTopic, { readonly title: string; readonly text: readonly HelpLine[] }> = {
  camera: {
    title: "Enable Camera",
    text: [
      "The browser was told not to let this app use the camera.",
      {
        iphone: "Open Settings, then Apps, Safari, Camera, and choose Allow or Ask.",
        chromium: "Tap the sign left of the address, then Permissions, and allow the camera.",
        other: allowInFirefox("Camera"),
      },
      "Then go back and use the button again.",
    ],
  },
  notifications: {
    title: "Enable Notifications",
    text: [
      "The browser was told not to show notifications of this app.",
      {
        iphone: "Notifications are offered once the app is on the home screen.",
        chromium: "Tap the sign left of the address, then Permissions, and allow notifications.",
        other: allowInFirefox("Notification"),
      },
      "Then go back and use the button again.",
    ],
  },
  location: {
    title: "Enable Location",
    text: [
      "The browser was told not to let this app know where the phone is.",
      {
        iphone:
          "Open Settings, then Privacy & Security, Location Services, and allow it for the browser.",
        chromium:
          "Switch location on for the phone and for the browser, then tap the sign left of the address and allow location.",
        other: `Switch location on for the phone. ${allowInFirefox("Location")}`,
      },
      "You can work without it. Photos are then saved without a location.",
    ],
  },
  browser: {
    title: "Browser Support",
    text: [
      "This app needs a current browser: Chrome or Edge on Android, Safari on iPhone and iPad (16.4 or later), Chrome, Edge or Firefox on a computer.",
      "Private windows do not save what you record. Open the app in a normal window, over https.",
      "If it still does not work, update the browser and the phone, then try again.",
    ],
  },
  configuration: {
    title: "Configuration Error",
    text: [
      "Your account is not set up for this app: it does not belong to a field operative yet.",
      "Please call support or the office. They can correct this. Then sign in and try again.",
    ],
  },
  duplicate: {
    title: "Duplicate Installation Error",
    text: [
      "This browser is registered as another person's device.",
      "Please call support or the office. They release the old registration; then try again.",
    ],
  },
};

export const strings = defineStrings({
  en: {
    welcome: "Welcome",
    welcomeTitle: "Let's set up this phone",
    welcomeText:
      "It takes about a minute: choose a PIN, draw your signature, and put the app on your home screen. Afterwards the app works with and without a signal.",
    points: ["Choose a PIN", "Draw your digital signature", "Run as an app"],
    getStarted: "Get Started",
    checking: "Checking this phone",
    signOut: "Sign out",
    stepPosition: (step: number, of: number) => `Step ${step} of ${of}`,
    next: "Next",
    finish: "Finish",
    installing: "Installing",
    pin: {
      title: "Choose your PIN",
      label: "Please enter the PIN you would like to use",
      hint: "4 to 10 digits. Six or more are much harder to guess.",
      again: "Re-enter PIN",
      invalid: "A PIN between 4 and 10 numbers is required",
      missingAgain: "Please re-enter PIN.",
      different: "PIN does not match",
      obvious: "This PIN is too easy to guess. Please choose another.",
    },
    signature: {
      title: "Please create a digital signature",
      label: "Your Digital Signature",
      missing: "Please sign",
    },
    runAsApp: {
      title: "Run As App",
      heading: "Install App Icon button below",
      text: "This site is optimised to run as an app. From its icon it opens in full screen, starts without a network and keeps your work safer than a browser tab.",
      install: "Install App Icon",
      installed: "Installed",
      missing: "Please use the Install App Icon button to install the application icon.",
      howTo: "How to Add to Home Screen",
      confirm: "Confirm",
      warning:
        "Your jobs and unsent work are stored in this browser. Clearing the browser's data deletes them.",
      acknowledge: "I understand and will not clear the browser's data",
      mustAgree: "You must agree before submitting.",
    },
    permissions: {
      answer: {
        granted: "Allowed",
        denied: "Not allowed. You can continue, and allow it later in the browser's settings.",
        prompt: "Not answered yet",
        requesting: "Please answer the browser's question",
        unsupported: "Not offered by this browser",
      },
      help: (name: string) => `How to allow ${name.toLowerCase()}`,
      notifications: {
        label: "Notifications",
        why: "So that the app can tell you of changes to your jobs.",
        button: "Set Notifications",
        missing: "Please use the Set Notifications button and select allow notifications.",
      },
      location: {
        label: "Location",
        why: "Saved with what you record while you work on a job, never at other times.",
        button: "Set Location Access",
        missing: "Please use the Set Location Access button to determine location access setting",
      },
      camera: {
        label: "Camera",
        why: "For photos of appliances, meters and finished work.",
        button: "Set Camera Access",
      },
    },
    self: {
      heading: "You are registered already",
      text: [
        "The server has your account and signature, but this browser has no data of yours.",
        "Choose the PIN you want to sign in with. Every open job is loaded in the state that the server last recorded.",
      ],
      done: (jobs: number) =>
        plural(jobs, { one: "# job is on this phone", other: "# jobs are on this phone" }),
    },
    help: {
      title: "Help",
      open: "Help with the installation",
      goBack: "Go back",
      topics,
    },
    failed: {
      network: "Unable to contact server. Another attempt will be made later.",
      passwordNeeded:
        "Please sign out, sign in with your password, and set this phone up within an hour.",
      pinNotSaved: "Your PIN was not saved. Please try again later or call support",
      signatureNotSaved: "Your signature was not saved",
      laterOrSupport: "Please try again later or call support",
      other: "Installation has failed. Please try again later.",
    },
  },
});
