import type { Address } from '@vaultwright/base'
import type { BlockCallResult, Reads } from '@vaultwright/builder'
import type { Chain, RecordedCall } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import {
  approvalsOf,
  joinReadings,
  type Permission,
  type Reading,
  readAmount,
} from '@vaultwright/protocols'
import { allowanceCall } from './relayer-allowance.ts'

/**
 * Opens reads of one block for many builds at once: what they ask in one turn travels together, and
 * nothing is asked twice.
 *
 * @param answered - calls of the block with their answers.
 */
export function openSharedReads(
  chain: Pick<Chain, 'readCalls'>,
  block: BlockRef,
  answered: readonly RecordedCall[],
): Reads {
  type Call = Parameters<Reads>[0][number]
  const cache = new Map<string, Promise<BlockCallResult>>()
  for (const [to, data, answer] of answered) {
    // A failure is asked again: it may say why.
    if (answer !== null) cache.set(keyOf({ to, data }), Promise.resolve({ ok: true, data: answer }))
  }
  let waiting: { call: Call; settle: (answer: Promise<BlockCallResult>) => void }[] = []
  const flush = () => {
    const batch = waiting
    waiting = []
    const answers = chain.readCalls(
      batch.map(({ call }) => call),
      block,
    )
    for (const [index, { settle }] of batch.entries()) {
      settle(answers.then((all) => all[index] as BlockCallResult))
    }
  }
  const ask = (call: Call) => {
    const key = keyOf(call)
    const pending = cache.get(key)
    if (pending !== undefined) return pending
    const answer = new Promise<BlockCallResult>((settle) => {
      waiting.push({ call, settle })
      if (waiting.length === 1) setImmediate(flush)
    })
    cache.set(key, answer)
    return answer
  }
  return (calls) => Promise.all(calls.map(ask))
}

type BuildReads = { readonly vault: Address; readonly tokens: readonly Address[] }

/** Asks what building the calls will ask, so that no build waits for it: decimals and allowances. */
export function readForBuilds(
  permissions: readonly Permission[],
  { vault, tokens }: BuildReads,
): Reading<unknown> {
  const allowances = permissions.flatMap(({ action, binding, drone }) =>
    approvalsOf(action, binding).map(({ token, spender }) => ({
      to: token,
      call: allowanceCall,
      arguments: [drone ?? vault, spender],
    })),
  )
  const decimals = tokens.map((to) => ({ to, call: 'decimals()', arguments: [] }))
  return joinReadings([...allowances, ...decimals].map((question) => readAmount(question)))
}

function keyOf({ to, data }: { readonly to: string; readonly data: string }): string {
  return `${to}${data}`.toLowerCase()
}
