/** Texts of the profile (docs/product.md#screen-errors). */
export const PROFILE = {
  notAnImage: "Please upload an image file",
  tooLarge: "Please choose a picture of at most 5 MB",
  /** The formats that the server can re-encode. */
  wrongKind: "A JPEG, PNG, GIF, WebP or AVIF file can be used.",
  uploadFailed: "Failed to upload profile picture",
  uploaded: "Profile picture updated successfully",

  emailFixed: "Email cannot be changed",
  saveFailed: "Failed to update profile",
  saved: "Profile updated successfully",
} as const;
