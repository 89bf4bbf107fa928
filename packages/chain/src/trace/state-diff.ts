import type { Address, Hex } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import type { AccountDiff, StateDiff } from '@vaultwright/outcome'
import Type, { type StaticDecode } from 'typebox'
import {
  accountOf,
  bytes,
  hexOf,
  nullish,
  quantity,
  rawAccount,
  rawWord,
  recordOf,
  word,
} from '../rpc/answer.ts'

const side = recordOf(
  [rawAccount, accountOf],
  Type.Object({
    balance: nullish(quantity),
    nonce: nullish(Type.Union([Type.Number(), quantity])),
    code: nullish(bytes),
    storage: nullish(recordOf([rawWord, hexOf], word)),
  }),
)

type Side = StaticDecode<typeof side>

const zeroWord: Hex = `0x${'0'.repeat(64)}`

/** Reads the answer to a trace with `prestateTracer` in its `diffMode`. */
export const readStateDiff = readerOf(Type.Decode(Type.Object({ pre: side, post: side }), diffOf))

function diffOf({ pre, post }: { readonly pre: Side; readonly post: Side }): StateDiff {
  const diff = new Map<Address, AccountDiff>()
  for (const name of new Set([...keysOf(pre), ...keysOf(post)])) {
    const before = pre[name]
    const after = post[name]
    const slots = new Set([...keysOf(before?.storage ?? {}), ...keysOf(after?.storage ?? {})])
    const storage = new Map<Hex, Hex>()
    for (const slot of slots) {
      // A slot that became zero is named in `pre` alone.
      const now = after?.storage?.[slot] ?? zeroWord
      if (now !== (before?.storage?.[slot] ?? zeroWord)) storage.set(slot, now)
    }
    const isChanged =
      after?.balance != null || after?.nonce != null || after?.code != null || after === undefined
    diff.set(name, { storage, isChanged })
  }
  return diff
}

function keysOf(record: object): Hex[] {
  return Object.keys(record) as Hex[]
}
