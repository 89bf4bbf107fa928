/** The sentence for a passkey that was not shown or not made; null for any other error. */
export function passkeySentenceOf(error: unknown): string | null {
  const { name, code } = Object(error) as { readonly name?: unknown; readonly code?: unknown }
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' || name === 'InvalidStateError') {
    return 'This device has a passkey of yours for this console already. Sign in with it.'
  }
  return sentences[String(name)] ?? null
}

/** By the name of the browser's error. Source: Web Authentication, level 3, 5.1.3 and 5.1.4. */
const sentences: Readonly<Record<string, string>> = {
  NotAllowedError: 'The passkey was not shown in time, or you closed the dialog. Try again.',
  AbortError: 'The browser ended the dialog. Try again.',
  NotSupportedError:
    'This device offers no passkey with a PIN, a finger or a face. Use another one.',
  ConstraintError: 'This device offers no passkey with a PIN, a finger or a face. Use another one.',
  SecurityError: 'The browser makes no passkeys for this address. Open the console at its name.',
}
