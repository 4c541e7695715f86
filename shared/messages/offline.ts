/** Texts for when there is no network (docs/product.md#offline). */
export const OFFLINE = {
  title: "You are offline",
  /** The line under the header of the app. */
  banner:
    "You are offline. What is open stays open: you can read on, and hear what has been loaded. The rest follows when the network is back.",
  /** In place of what would tell why an action failed. */
  action: "This needs the network. Please try again when it is back.",
  /** In place of what is being loaded. */
  waiting: "Waiting for the network...",
  signedOutHere: "You are signed out here",
  signedInElsewhere: "Your other devices could not be told without the network and stay signed in.",
  page: "This page needs the network, and there is none at the moment. It opens by itself when the network is back.",
} as const;
