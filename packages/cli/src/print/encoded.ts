import type { Json } from '../answer.ts'
import type { Encoded, EncodedCall } from '../encode.ts'

/** Turns encoded calls into what `--json` shows. */
export function encodedJsonOf({ manager, root, calldata, calls }: Encoded): Json {
  return { to: manager, calldata, root, calls: calls.map(callJsonOf) }
}

/** Prints encoded calls for a person: the calldata alone, ready to be pasted. */
export function printEncoded({ calldata }: Encoded): readonly string[] {
  return [`${calldata}\n`]
}

function callJsonOf({ inner, ...call }: EncodedCall): Json {
  return inner.length === 0 ? call : { ...call, inner: inner.map(callJsonOf) }
}
