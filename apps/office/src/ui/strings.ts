export const strings = {
  cancel: "Cancel",
  close: "Close",
  secretNoted: "I have noted it",
  discardTitle: "Discard your changes?",
  discardNote: "What you typed or chose here is not saved.",
  goOn: "Go on",
  discard: "Discard",
};
