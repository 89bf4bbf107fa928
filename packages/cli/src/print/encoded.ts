import type { Json } from '../answer.ts'
import type { Encoded, EncodedCall } from '../encode.ts'

/**
 * Turns encoded calls into what `--json` shows.
 *
 * @param encoded - calldata and its calls.
 * @returns the calldata, where it goes, and each call with its leaf.
 */
export function encodedJsonOf({ manager, root, calldata, calls }: Encoded): Json {
  return { to: manager, calldata, root, calls: calls.map(callJsonOf) }
}

/**
 * Prints encoded calls for a person: the calldata alone, ready to be pasted.
 *
 * @param encoded - calldata and its calls.
 * @returns the line.
 */
export function printEncoded({ calldata }: Encoded): readonly string[] {
  return [`${calldata}\n`]
}

function callJsonOf({ inner, ...call }: EncodedCall): Json {
  return inner.length === 0 ? call : { ...call, inner: inner.map(callJsonOf) }
}
