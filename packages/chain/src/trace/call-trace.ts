import { readerOf } from '@vaultwright/document'
import type { CallFrame } from '@vaultwright/outcome'
import Type, { type Static } from 'typebox'
import { accountOf, hexOf, nullish, rawAccount, rawBytes, rawQuantity } from '../rpc/answer.ts'

const rawFrame = Type.Cyclic(
  {
    Frame: Type.Object({
      type: Type.String(),
      from: rawAccount,
      to: nullish(rawAccount),
      input: nullish(rawBytes),
      output: nullish(rawBytes),
      value: nullish(rawQuantity),
      error: nullish(Type.String()),
      calls: nullish(Type.Array(Type.Ref('Frame'))),
    }),
  },
  'Frame',
)

/** Reads the answer to `debug_traceTransaction` and `debug_traceCall` with `callTracer`. */
export const readCallTrace = readerOf(Type.Decode(rawFrame, frameOf))

function frameOf(raw: Static<typeof rawFrame>): CallFrame {
  const { type, from, to, input, output, value, error, calls } = raw
  return {
    type,
    from: accountOf(from),
    to: to == null ? null : accountOf(to),
    input: hexOf(input ?? '0x'),
    output: hexOf(output ?? '0x'),
    value: BigInt(value ?? 0),
    error: error ?? null,
    calls: (calls ?? []).map(frameOf),
  }
}
