import type { JsonBounds, JsonExcess } from './json-bound.ts'

/** What a body may hold: no batch of 50 actions comes near. */
export const bodyBounds: JsonBounds = { depth: 64, keys: 10_000, values: 50_000 }

/** What a body of a few texts may hold, which are large themselves. */
export const textBodyBounds: JsonBounds = { depth: 64, keys: 1_000, values: 2_000 }

/** What the text of a tree may hold: 32 MiB of leaves have half a million. */
export const treeBounds: JsonBounds = { depth: 64, keys: 1_000_000, values: 1_500_000 }

/** What a lock file may hold. */
export const lockBounds: JsonBounds = { depth: 64, keys: 50_000, values: 100_000 }

const types = {
  depth: 'json_too_deep',
  keys: 'json_too_many_keys',
  values: 'json_too_many_values',
} as const

/** Says what JSON has too much of. */
export function faultOfExcess(
  excess: JsonExcess,
  bounds: JsonBounds,
): { readonly type: string; readonly msg: string } {
  const type = types[excess]
  if (excess === 'depth') return { type, msg: `JSON may be nested ${bounds.depth} deep` }
  return { type, msg: `JSON may hold ${bounds[excess]} ${excess}` }
}
