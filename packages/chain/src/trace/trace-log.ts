import { readerOf } from '@vaultwright/document'
import type { RawLog } from '@vaultwright/outcome'
import Type, { type Static } from 'typebox'
import {
  accountOf,
  hexOf,
  nullish,
  rawAccount,
  rawBytes,
  rawQuantity,
  rawWord,
} from '../rpc/answer.ts'

const rawFrame = Type.Cyclic(
  {
    Frame: Type.Object({
      logs: nullish(
        Type.Array(
          Type.Object({
            address: rawAccount,
            topics: Type.Array(rawWord),
            data: rawBytes,
            index: rawQuantity,
          }),
        ),
      ),
      calls: nullish(Type.Array(Type.Ref('Frame'))),
    }),
  },
  'Frame',
)

type IndexedLog = RawLog & { readonly index: bigint }

/** Reads the logs of a transaction, in their order, from a trace by `callTracer` with `withLog`. */
export const readTraceLogs = readerOf(Type.Decode(rawFrame, logsOf))

function logsOf(raw: Static<typeof rawFrame>): readonly RawLog[] {
  return framesLogsOf(raw)
    .sort((one, other) => (one.index < other.index ? -1 : 1))
    .map(({ index: _, ...log }) => log)
}

function framesLogsOf({ logs, calls }: Static<typeof rawFrame>): IndexedLog[] {
  const mine = (logs ?? []).map(({ address, topics, data, index }) => ({
    address: accountOf(address),
    topics: topics.map(hexOf),
    data: hexOf(data),
    index: BigInt(index),
  }))
  return [...mine, ...(calls ?? []).flatMap(framesLogsOf)]
}
