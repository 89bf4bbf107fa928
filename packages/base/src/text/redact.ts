/** The replacement of a redacted secret. */
const defaultMark = '***'

/**
 * Takes out of a foreign text what may be a password or a key: of each URL in it only the scheme and the
 * host stay, and of an API key only its prefix.
 */
export function redact(text: string): string {
  return text
    .replace(/([a-z][a-z0-9+.-]*:\/\/)([^\s"'`<>]*)/gi, (_, scheme: string, rest: string) => {
      const host = hostOf(rest)
      return host === null ? `${scheme}…` : `${scheme}${host}${host === rest ? '' : '/…'}`
    })
    .replace(/vw_live_\w+/g, 'vw_live_…')
}

/**
 * Strikes known secrets out of a text.
 *
 * @param secrets - the longest first, where one holds another; an empty one counts as missing.
 * @param mark - what stands in their place · default: `***`.
 */
export function redactSecrets(
  text: string,
  secrets: readonly string[],
  mark: string = defaultMark,
): string {
  let redacted = text
  for (const secret of secrets) if (secret !== '') redacted = redacted.replaceAll(secret, mark)
  return redacted
}

/** Prints a database's URL without its user and password; host and name stay. */
export function redactDatabaseUrl(url: string): string {
  // Up to the last @: a password may have a slash in it.
  return url.replace(/\/\/.*@/s, '//…@').replace(/([?&]password=)[^&]*/gi, '$1…')
}

/** Null where a password has `/`, `?`, `#` or `@` in it: then its end is unknown. */
function hostOf(rest: string): string | null {
  const authority = /^[^/?#]*/.exec(rest)![0]
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const isTorn = rest.slice(authority.length).includes('@')
  return isTorn || !/^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?[).,;:]*$/i.test(host) ? null : host
}
