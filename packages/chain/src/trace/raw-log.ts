import Type from 'typebox'
import { account, bytes, word } from '../rpc/answer.ts'

/** The logs of a receipt or of a simulated call. */
export const rawLogs = Type.Array(
  Type.Object({ address: account, topics: Type.Array(word), data: bytes }),
)
