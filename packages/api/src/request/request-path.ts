import { type Operation, type OperationName, operations } from '@vaultwright/wire'

/** Parameters at the end of a path that hold slashes. */
const wide = /\{(route|tail)\}$/

const shapes = (Object.keys(operations) as OperationName[]).map((name) => {
  const { method, path }: Operation = operations[name]
  const shape = path.replace(wide, '.+').replace(/\{\w+\}/g, '[^/]+')
  return { method, shape: new RegExp(`^${shape}$`) }
})

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

/** Spells the path of an operation for the router. */
export function patternOf(path: string): string {
  return path.replace(wide, '*').replace(/\{(\w+)\}/g, ':$1')
}

/** Names the router's parameters as the operation does. */
export function paramsReaderOf(
  path: string,
): (found: Readonly<Record<string, string>>) => Readonly<Record<string, string>> {
  if (!wide.test(path)) return (params) => params
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const last = names.length - 1
  return (found) => {
    const params: Record<string, string> = {}
    for (let index = 0; index < last; index++) params[names[index]!] = found[names[index]!]!
    params[names[last]!] = found['*'] ?? ''
    return params
  }
}

/** Tells which methods a path knows. */
export function methodsOf(path: string): readonly string[] {
  const bare = requestPathOf(path)
  const methods = shapes.filter(({ shape }) => shape.test(bare)).map(({ method }) => method)
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
}

const isPlain = /^\/[\w\-./]*$/
const origin = /^https?:\/\/[^/?#]*/i
/** ASCII but for the four that stay; what is not an encoding stays too. */
const encoded = /%(?!23|25|2f|3f)([0-7][0-9a-f])/gi
