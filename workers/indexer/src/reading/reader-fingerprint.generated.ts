// Made by scripts/reader/make-reader-fingerprint.mjs of all code that reading a kept reading can reach.

/** Tells what this code makes of a reading from what other code does. */
export const readerFingerprint = '91efe32fbc6f3fe5'
