/**
 * Tells whether a caller has a version already.
 * Source: RFC 9110, 13.1.2: tags are compared weakly.
 *
 * @returns true when the tag, or any at all, is among those that the caller names.
 */
export function isKnownTag(header: string | readonly string[] | undefined, tag: string): boolean {
  const tags = [header ?? []].flat().flatMap((text) => text.split(','))
  return tags.some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag)
}
