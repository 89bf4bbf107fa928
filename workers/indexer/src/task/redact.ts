/**
 * Takes out of a text that is not ours what may be a password or a key: of each address in it only the
 * scheme and the host stay.
 */
export function redact(text: string): string {
  return text.replace(
    /([a-z][a-z0-9+.-]*:\/\/)([^\s"'`<>]*)/gi,
    (_, scheme: string, rest: string) => {
      const host = hostOf(rest)
      return host === null ? `${scheme}…` : `${scheme}${host}${host === rest ? '' : '/…'}`
    },
  )
}

/** Where a password has `/`, `?`, `#` or `@` in it, nobody can tell where it ends: null. */
function hostOf(rest: string): string | null {
  const authority = /^[^/?#]*/.exec(rest)![0]
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const isTorn = rest.slice(authority.length).includes('@')
  return isTorn || !/^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d{1,5})?[).,;:]*$/i.test(host) ? null : host
}
