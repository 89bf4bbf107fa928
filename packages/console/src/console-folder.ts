/** The folder of the built console: `index.html`, and `asset/` with names that hold their content's hash. */
export const consoleFolder = new URL('./app/', import.meta.url)

/** The same screens without a server: a folder that opens from a disk. */
export const offlineFolder = new URL('./offline/', import.meta.url)

/**
 * The content policy of the console in a browser: its own scripts, styles and fonts, its own
 * service, and WebAssembly for the hashes. Nothing inline, no eval, no text that becomes HTML, no
 * script but its own.
 */
export const consolePolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The one policy that is made lets the script of the thread that reads trees through.
  'trusted-types vaultwright-worker',
].join('; ')

/** The permissions of a console page on the machine: passkeys and the clipboard, for itself alone. */
export const consolePermissions = [
  'publickey-credentials-get=(self)',
  'publickey-credentials-create=(self)',
  'clipboard-write=(self)',
  'camera=()',
  'geolocation=()',
  'microphone=()',
  'payment=()',
  'usb=()',
].join(', ')
