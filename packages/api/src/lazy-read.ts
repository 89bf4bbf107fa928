import type { Reads } from '@vaultwright/builder'
import type { ChainAccess } from './chain-access.ts'

/**
 * Reads from a chain at one block, its newest when the first question is asked.
 *
 * @param access - the chain; not opened before somebody asks.
 * @returns the reader; a new one for each request.
 */
export function lazyReads(access: Pick<ChainAccess, 'open'>): Reads {
  let pinned: Promise<Reads> | null = null
  const pin = async (): Promise<Reads> => {
    const chain = await access.open()
    const block = await chain.readBlock('latest')
    return (calls) => chain.readCalls(calls, block)
  }
  return async (calls) => {
    pinned ??= pin()
    return (await pinned)(calls)
  }
}
