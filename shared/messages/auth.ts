import { NAME_MIN_CHARS } from "../constants.ts";

/** Below every field for a new password. */
/** `least`: PASSWORD_MIN_CHARS, or more where the operator says so. */
export const passwordHint = (least: number) => `At least ${least} characters`;

/** Texts of the sign-in, sign-up and reset screens (docs/product.md#sign-in-errors and the sections after it). */

export const STARTUP = {
  initializing: "Initializing authentication...",
  loading: "Loading...",
  welcomeBack: "Welcome back!",
  signedOut: "Signed out successfully",
  signOutFailed: "Error signing out",
  willRedirect: "Unable to connect to authentication service. You will be redirected to login.",
} as const;

export const CONNECTION = {
  title: "Connection Error",
  unreachable: "Unable to reach the authentication server. Please check your network connection.",
  unable: (reason: string) => `Unable to connect to authentication server: ${reason}`,
  exhausted: "Connection failed after maximum retry attempts. Please check your network connection and backend configuration.",
  retrying: (attempt: number, seconds: number) => `Connection attempt ${attempt} failed. Retrying in ${seconds}s...`,
  network: "Network error: Unable to reach authentication server",
  unexpected: "Unexpected error during connection check",
  refused: (status: number) => `the server answered with status ${status}`,
} as const;

export const LOGIN = {
  failed: "Login Failed",
  unconfirmed: "Please verify your email address before logging in",
  wrongCredentials: "Invalid email or password. Please try again or sign up if you don't have an account.",
  other: "Invalid email or password",
  apiKey: "Authentication system configuration error. Please contact support.",
  detailsTitle: "Error Details",
  apiKeyDetails: "API key configuration issue detected",
  session: "Session error. Please try clearing your browser's cache and cookies.",
  network: "Network error. Please check your internet connection.",
  emailMissing: "Please enter your email address",
  passwordMissing: "Please enter your password",
  slow: "This takes longer than usual. The connection may be slow; we are still trying.",
  trouble: "Trouble signing in?",
  /** The words of the client's own check, for diagnostics; the login form asks for both fields before it. */
  credentialsMissing: "You must provide either an email or phone number and a password",
} as const;

/** Signing in with another provider's account, and redirects that return with an error in their address. */
export const PROVIDER_SIGN_IN = {
  failed: "Signing in with that account did not work. Please try again.",
  unreachable: "The page of that account could not be opened. Please try again.",
} as const;

export const CODE = {
  label: "6-digit code",
  malformed: "Please enter the 6 digits of the code",
  mailFailed: "The code could not be checked. Please try again.",
} as const;

/** Signing in with a mailed code in place of the password. The same whether or not the address has an account. */
export const SIGN_IN_CODE = {
  ask: "Email me a code instead",
  sent: (email: string) => `If ${email} has an account, an email with a code is on its way to it. The code works for an hour.`,
  again: "Send a new code",
  tooSoon: (seconds: number) => `A code was asked for a moment ago. You can ask for another one in ${seconds} seconds.`,
  tooMany: "Several codes were asked for in a short time. Please wait a few minutes, then ask again.",
  failed: "The code could not be sent. Please check your connection and try again.",
} as const;

export const SECOND_FACTOR = {
  title: "One more step",
  prompt: "Enter the 6-digit code from your authenticator app",
  wrong: "That code is not right. A new one appears every 30 seconds: try the one that is shown now.",
  failed: "The code could not be checked. Please try again.",
  none: "No authenticator app is set up for this account any more. Please sign out and sign in again.",
} as const;

/** The dialog before a security-relevant action when the last sign-in is too long ago (docs/decisions/027-fresh-proof.md). */
export const REAUTHENTICATION = {
  title: "Confirm it is you",
  password: "It is a while since you signed in. Enter your password to go on.",
  mail: "It is a while since you signed in. We can mail you a code to go on.",
  sent: (email: string) => `We have sent a code to ${email}. Enter it to go on.`,
  passwordMissing: LOGIN.passwordMissing,
  codeWrong: "That code is not right, or has expired.",
  failed: "That could not be checked. Please try again.",
} as const;

/** The hidden panel of the sign-in page (docs/product.md#diagnostics). */
export const DIAGNOSTICS = {
  show: "Show Login Diagnostics",
  hide: "Hide Login Diagnostics",
  testConnection: "Test Connection",
  checkSession: "Check Session",
  testLogin: "Test Login",
  full: "Full Diagnostic",
  createTestUser: "Create Test User (development only)",
  connectionFailed: "Connection failed",
  noSession: "No valid session",
  keyMissing: "Anon key missing",
  noToken: "No token in local storage",
  storageRestricted: "Storage restricted",
  loginFailed: "Test login failed",
} as const;

export const SIGN_UP = {
  invalidEmail: "Please enter a valid email address",
  nameTooShort: `Name must be at least ${NAME_MIN_CHARS} characters`,
  /** Of the form, which asks for 6, and of `signUp()` and the service, which ask for 8: the one that counts (docs/decisions/046-sign-in-before-scripts.md). */
  passwordTooShort: (least: number) => `Password must be at least ${least} characters`,
  /** Of `signUp()`, after the form's own check. */
  helperInvalidEmail: "Invalid email format",
  serviceUnavailable: "Authentication service unavailable",
  noCheckoutUrl: "No checkout URL received from payment service",
  userExists: "User with this email already exists",

  errorTitle: "Sign Up Error",
  error: "Failed to start sign up process. Please try again.",
  profile: "Account created, but failed to store referral info. Write to us if you want it added.",
  accountTitle: "Account Creation Failed",
  account: "We couldn't create your account. Please try again or contact support.",
  paymentTitle: "Payment Error",
  payment: "Could not initialize payment process. Please try again.",
  signInInstead: "Sign in with this address",
  resetInstead: "Choose a new password",
  existsTitle: "Account Already Exists",
  exists: "This email is already registered. Please log in instead or use a different email address.",
  passwordTitle: "Password Error",
  unavailableTitle: "Service Unavailable",
  unavailable: "The service is temporarily unavailable. Please try again in a few minutes.",
  networkTitle: "Network Error",
  network: "Please check your internet connection and try again.",
} as const;

export const COMPLETION = {
  title: "Your free trial has begun",
  done: "One step is left: confirm your email address.",
  working: { title: "Completing your sign-up", lead: "Your checkout is being confirmed. You are taken on in a moment." },
  notCompleted: {
    title: "Your sign-up is not complete",
    lead: "The checkout could not be confirmed. You are taken back to the sign-up in a moment.",
  },
  nothingGiven: {
    title: "Nothing to complete here",
    lead: "This page comes after a checkout, and it was opened without one: nothing was given, and nothing has changed.",
  },
  missingUser: "Missing user information. Please try signing up again.",
  profileWarning: "Your account was created but some profile data couldn't be saved. You can update it later.",
  failed: "Error setting up account",
} as const;

export const CONFIRM = {
  expired: "This link has expired or has already been used.",
  incomplete: "This link is incomplete. Please open it from the email again.",
  failed: "Your address could not be confirmed. Please try again.",
  mailSent: "A new email is on its way. Only its link works from now on.",
  mailFailed: "The email could not be sent. Please try again.",
  halfWay: "This address is confirmed. To finish the change, also open the link that we sent to your other address.",
} as const;

export const RESET = {
  requestFailed: "An error occurred while sending the reset email. Please try again.",
  requested: "Password reset email sent. Please check your inbox and follow the link to reset your password.",
  emailMissing: LOGIN.emailMissing,
  verified: "Password reset link verified. Please enter your new password.",
  severalSignUps:
    "Your address is confirmed. More than one sign-up used it, so we cannot tell which password is yours: please choose a new one.",
  linkUsed: "This link has expired or has already been used. Nothing has changed.",
  noLink: "Please open this page with the link in your reset email.",
  passwordMissing: "Please enter a new password",
  mismatch: "Passwords do not match",
  tooShort: (least: number) => `Password must be at least ${least} characters long`,
  updateFailed: "An error occurred during password update",
  updated: "Your password has been updated. You can sign in with it in a moment.",
} as const;

export const SECURITY = {
  passwordChanged: "Your password has been changed. You stay signed in here; every other device has been signed out.",
  passwordFailed: "Your password could not be changed. Please try again.",
  currentMissing: "Please enter your current password",
  nonceSent: "To be sure that it is you, we have sent a code to your email address. Enter it to finish.",
  nonceFailed: "The code could not be sent. Please try again.",

  factorsFailed: "Your authenticator apps could not be loaded.",
  factorAdded:
    "Your authenticator app is set up. From now on, signing in asks for its code. Your other devices have been signed out.",
  factorAddFailed: "The setup could not begin. Please try again.",
  factorRemoved: "The authenticator app has been removed.",
  factorRemoveFailed: "The authenticator app could not be removed. Please try again.",

  sessionsFailed: "Your devices could not be loaded.",
  sessionEnded: "That device has been signed out.",
  sessionEndFailed: "That device could not be signed out. Please try again.",
  othersEnded: "All other devices have been signed out.",
  othersEndFailed: "The other devices could not be signed out. Please try again.",
} as const;
