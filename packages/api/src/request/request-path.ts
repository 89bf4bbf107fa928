/**
 * Reads the path of a request as the router does: without origin and query, percent-encoding undone.
 *
 * What judges a request by its path must see what the router sees: `/%761/vaults`,
 * `http://host/v1/vaults` and `*v1/vaults` all lead to `/v1/vaults`.
 *
 * @returns the path; an encoded slash, percent, question mark or number sign stays encoded, for it ends nothing.
 */
export function requestPathOf(target: string): string {
  if (isPlain.test(target)) return target
  const [path] = target.replace(origin, '').split(/[?#]/, 1) as [string]
  // The router takes the first character for the slash, whatever it is.
  return `/${path.slice(1).replace(encoded, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))}`
}

const isPlain = /^\/[\w\-./]*$/
const origin = /^https?:\/\/[^/?#]*/i
/** ASCII but for the four that stay; what is not an encoding stays too. */
const encoded = /%(?!23|25|2f|3f)([0-7][0-9a-f])/gi
