import { type ActionRequest, requestsOf } from '@vaultwright/builder'
import type { Context } from './context.ts'
import { parseJson, readInput, textOf } from './input.ts'
import { ShapeError } from './shape.ts'
import { UsageError } from './usage.ts'

/** How a person says what shall be built. */
export type RequestWords = {
  readonly route: string | undefined
  readonly set: readonly string[]
  readonly file: string | undefined
}

/**
 * Reads what shall be built: one action from words, or a batch from a file.
 *
 * @throws {UsageError} when both or neither are given, or a parameter twice; {ShapeError} for a file of another shape.
 * @throws {DuplicateKeyError} where a key of the file stands twice: the last one would count in silence.
 */
export async function readRequests(
  { route, set, file }: RequestWords,
  context: Context,
): Promise<ActionRequest | readonly ActionRequest[]> {
  if ((route === undefined) === (file === undefined)) {
    throw new UsageError(
      route === undefined
        ? 'There is nothing to build. Give a route, or --file with a batch.'
        : 'A route and --file are given. Give one of them.',
    )
  }
  if (route !== undefined) return { route, params: paramsOf(set) }
  if (set.length > 0) throw new UsageError('--set belongs to a route. Leave it out with --file.')
  const text = textOf(await readInput(file!, context), file!)
  const value = parseJson(text, file!)
  const long = longNumberIn(text)
  if (long !== null) {
    throw new ShapeError(file!, `${long} as a text`, value)
  }
  const requests = requestsOf(value)
  if (requests === null) throw new ShapeError(file!, 'a list of {route, params}', value)
  return requests
}

/** JSON rounds numbers of more digits in silence: `0.10000000000000000001` would be 0.1. */
function longNumberIn(text: string): string | null {
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '""')
  const numbers = bare.match(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g) ?? []
  return (
    numbers.find(
      (one) =>
        one
          .replace(/[eE].*$/, '')
          .replace(/\D/g, '')
          .replace(/^0+/, '').length > 15,
    ) ?? null
  )
}

function paramsOf(set: readonly string[]): Readonly<Record<string, string>> {
  const params = new Map<string, string>()
  for (const word of set) {
    const at = word.indexOf('=')
    const name = word.slice(0, Math.max(at, 0)).trim()
    if (name === '') {
      throw new UsageError(`--set cannot be ${JSON.stringify(word)}. Give it as in amount=1000.`)
    }
    if (params.has(name)) throw new UsageError(`--set ${name} is given twice. Give it once.`)
    params.set(name, word.slice(at + 1))
  }
  return Object.fromEntries(params)
}
