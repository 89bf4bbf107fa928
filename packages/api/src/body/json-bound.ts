import { BaseError, type JsonBounds, type JsonExcess, openJsonScan } from '@vaultwright/base'

/** The bounds of a body: no batch of 50 actions comes near. */
export const bodyBounds: JsonBounds = { depth: 64, keys: 10_000, values: 50_000 }

/** The bounds of a body of a few texts, which are large themselves. */
export const textBodyBounds: JsonBounds = { depth: 64, keys: 1_000, values: 2_000 }

/** The bounds of the text of a tree: 32 MiB of leaves have half a million. */
export const treeBounds: JsonBounds = { depth: 64, keys: 1_000_000, values: 1_500_000 }

/** The bounds of a lock file. */
export const lockBounds: JsonBounds = { depth: 64, keys: 50_000, values: 100_000 }

const types = {
  depth: 'json_too_deep',
  keys: 'json_too_many_keys',
  values: 'json_too_many_values',
} as const

/** Characters that are counted at once. */
const piece = 65_536

/**
 * Counts the nesting, keys and values of a text.
 *
 * @returns what it has too much of; null when it keeps to the bounds.
 */
export function excessOfJson(text: string, bounds: JsonBounds): JsonExcess | null {
  const scan = openJsonScan(bounds)
  for (let from = 0; from < text.length; from += piece) {
    // A pair that is cut in two becomes bytes that count for nothing, as those of the pair.
    const excess = scan.add(encoder.encode(text.slice(from, from + piece)))
    if (excess !== null) return excess
  }
  return null
}

/** Says what JSON has too much of. */
export function faultOfExcess(
  excess: JsonExcess,
  bounds: JsonBounds,
): { readonly type: string; readonly msg: string } {
  const type = types[excess]
  if (excess === 'depth') return { type, msg: `JSON may be nested ${bounds.depth} deep` }
  return { type, msg: `JSON may hold ${bounds[excess]} ${excess}` }
}

const encoder = new TextEncoder()

/** A text is nested too deep, or holds more than any of its kind. */
export class TextTooComplexError extends BaseError {
  override readonly code = 'text_too_complex'
  override readonly kind = 'invalid_input'

  constructor({ msg, type }: { readonly msg: string; readonly type: string }) {
    super({
      message: `The text holds more than can be read: ${msg}. Give a smaller one.`,
      facts: { excess: type },
    })
  }
}
