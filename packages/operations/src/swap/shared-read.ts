import type { BlockCallResult, Reads } from '@vaultwright/builder'
import type { Chain } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'

/**
 * Opens reads of one block for many builds at once: what they ask in one turn travels together, and
 * nothing is asked twice.
 */
export function openSharedReads(chain: Pick<Chain, 'readCalls'>, block: BlockRef): Reads {
  type Call = Parameters<Reads>[0][number]
  const cache = new Map<string, Promise<BlockCallResult>>()
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
    const key = `${call.to}${call.data}`.toLowerCase()
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
