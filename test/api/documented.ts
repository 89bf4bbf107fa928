import {
  builderFailure,
  dataFailure,
  gatewayFailure,
  gatewayLimit,
  type Operation,
  operations,
  validationFailure,
} from '@vaultwright/wire'
import type { TSchema } from 'typebox'
import Compile from 'typebox/compile'

type Shape = {
  readonly Check: (value: unknown) => boolean
  readonly Errors: (value: unknown) => unknown
}
type Seen = { readonly status: number; readonly body: unknown; readonly text: string }

const compiled = new Map<TSchema, Shape>()

/**
 * Throws unless an answer is one that the interface documents for what was asked: its status is
 * documented, its body is as the schema of that status says, its code is named by the operation.
 *
 * Paths outside `/v1` are nobody's.
 */
export function assertDocumented(method: string, path: string, seen: Seen): void {
  if (!/^\/v1(?![^/?])/.test(path)) return
  const place = `${method} ${path} → ${seen.status} ${seen.text.slice(0, 1_000)}`
  const operation = operationOf(method === 'HEAD' ? 'GET' : method, path)
  if (method === 'HEAD' || seen.status === 304) {
    if (seen.text !== '') throw new Error(`A body where none may be: ${place}`)
    return
  }
  const shapes = shapesOf(seen, { path, operation })
  if (shapes.length === 0) throw new Error(`Undocumented status: ${place}`)
  if (shapes.some((shape) => shapeOf(shape).Check(seen.body))) return
  const why = shapes.map((shape) => JSON.stringify(shapeOf(shape).Errors(seen.body)))
  throw new Error(`Undocumented body: ${place}\n${why.join('\n')}`)
}

/** The operation that a path belongs to. */
export function operationOf(method: string, path: string): Operation | null {
  const [bare] = path.split('?', 1)
  const all: readonly Operation[] = Object.values(operations)
  const shape = (one: Operation) =>
    new RegExp(`^${one.path.replace(/\{(route|tail)\}$/, '.+').replace(/\{\w+\}/g, '[^/]+')}$`)
  return all.find((one) => one.method === method && shape(one).test(bare!)) ?? null
}

type Place = { readonly path: string; readonly operation: Operation | null }

function shapesOf({ status, body }: Seen, { path, operation }: Place): readonly TSchema[] {
  const isBuilder = operation?.area === 'builder' || path.startsWith('/v1/tx-builder')
  const failure = isBuilder ? builderFailure : dataFailure
  if (status === 401 || status === 403) return [gatewayFailure]
  if (status === 429) return [isBuilder ? gatewayLimit : dataFailure]
  if (status === 500 || status === 503) return [failure]
  if (operation === null) return [400, 404, 405, 414, 431].includes(status) ? [failure] : []
  if (status === 200) return [operation.response]
  if ([413, 415].includes(status)) return operation.method === 'GET' ? [] : [failure]
  const documented = operation.failures.filter((one) => one.status === status)
  return documented.flatMap(({ code }): readonly TSchema[] => {
    if (status === 422 && code === null) return [validationFailure]
    return isBuilder || code === codeOf(body) ? [failure] : []
  })
}

function shapeOf(schema: TSchema): Shape {
  const known = compiled.get(schema) ?? Compile(schema)
  compiled.set(schema, known)
  return known
}

function codeOf(body: unknown): unknown {
  return (body as { readonly error?: { readonly code?: unknown } } | undefined)?.error?.code
}
