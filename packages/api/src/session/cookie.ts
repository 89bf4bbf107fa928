/** The cookie of a session. The prefix makes browsers take it from this host over TLS alone, for every path. */
const sessionCookie = '__Host-vw_session'

/** Seconds that a browser keeps it: 7 days, as the store keeps the session. */
const maxAge = 604_800

/** Writes the header that gives a browser its session. */
export function sessionHeaders(secret: string): Readonly<Record<string, string>> {
  return { 'set-cookie': cookieOf(sessionCookie, secret, `SameSite=Strict; Max-Age=${maxAge}`) }
}

/** The header that takes the session from a browser. */
export const endedHeaders = {
  'set-cookie': cookieOf(sessionCookie, '', 'SameSite=Strict; Max-Age=0'),
} as const

/** Reads the secret of the session; null without exactly one. */
export function sessionSecretOf(header: string | undefined): string | null {
  return readCookie(header, sessionCookie)
}

/** Writes a cookie that no script reads. */
export function cookieOf(name: string, value: string, rest: string): string {
  return `${name}=${value}; Path=/; HttpOnly; Secure; ${rest}`
}

/** Reads a cookie; null without exactly one of the name: of two, another site may have set one. */
export function readCookie(header: string | undefined, name: string): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  const values = pairs.filter((pair) => pair.startsWith(`${name}=`))
  return values.length === 1 ? values[0]!.slice(name.length + 1) : null
}
