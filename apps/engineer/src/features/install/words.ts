import { defineWords } from "../../ui/language.ts";

export const words = defineWords({
  en: {
    welcome: "Welcome",
    welcomeTitle: "Let's set up this phone",
    welcomeText:
      "It takes about a minute: choose a PIN, draw your signature, and put the app on your home screen. Afterwards the app works with and without a signal.",
    points: ["Choose a PIN", "Draw your digital signature", "Run as an app"],
    getStarted: "Get Started",
    signOut: "Sign out",
    stepOf: (step: number, of: number) => `Step ${step} of ${of}`,
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
      howToSteps: ["Press Share", "Select 'Add to Home Screen'", "Tap 'Add' top right"],
      confirm: "Confirm",
      warning:
        "Your jobs and what you have not yet sent are kept in this browser. Clearing the browser's data deletes them.",
      acknowledge: "I understand and will not clear the browser's data",
      mustAgree: "You must agree before submitting.",
    },
    failed: {
      network: "Unable to contact server. Another attempt will be made later.",
      UserConfigurationError: {
        title: "Configuration Error",
        text: "Your account is not set up for installing this app. Please contact the office: they can put it right, then try again.",
      },
      ExistingDeviceRegistrationFound: {
        title: "Duplicate Installation Error",
        text: "Another device is registered for you. Please contact the office: they release the old one, then try again.",
      },
      other: "Installation has failed. Please try again later.",
    },
  },
});
