import type { Address } from '@vaultwright/base'
import type { BlockRef, Chain } from '@vaultwright/chain'
import { parseAddress } from '@vaultwright/merkle'
import type { Context } from './context.ts'
import { readStrategists } from './strategist-log.ts'
import { UsageError } from './usage.ts'

/** Whose roots of a Manager are read. */
export type StrategistSearch = {
  /** Lists strategists; a Manager's logs are searched once. */
  readonly find: (manager: Address) => Promise<readonly Address[]>
  /** Which strategists alone are looked at; null when it is all of them. */
  readonly only: string | null
}

/** How a person bounds the search. */
export type SearchWords = {
  readonly strategist: readonly string[]
  readonly 'logs-from': number | undefined
  readonly quiet: boolean
}

/** So long a search goes on before a person is told how to make it shorter. */
const patienceMs = 3000

/**
 * Makes the search for strategists: those that are named, else those that the Manager's logs tell.
 *
 * @throws {UsageError} when both are given; {InvalidAddressError}.
 */
export function searchOf(
  words: SearchWords,
  at: { readonly chain: Chain; readonly block: BlockRef; readonly context: Context },
): StrategistSearch {
  const named = words.strategist.map((one) => parseAddress(one))
  const first = words['logs-from'] ?? 0
  if (named.length > 0) {
    if (words['logs-from'] !== undefined) {
      throw new UsageError('--strategist is given: no logs are searched. Leave --logs-from out.')
    }
    return { find: async () => named, only: 'those named' }
  }
  const found = new Map<Address, Promise<readonly Address[]>>()
  const search = (manager: Address) => {
    const range = { from: BigInt(first), to: at.block }
    const text = `searching the logs of the Manager ${manager} from block ${first} to ${at.block.number}; --logs-from or --strategist shortens it\n`
    const say = () => void (words.quiet || at.context.stderr.write(text))
    return withRemark(readStrategists(at.chain, manager, range), say)
  }
  return {
    find: (manager) => {
      const known = found.get(manager) ?? search(manager)
      found.set(manager, known)
      return known
    },
    only: first === 0 ? null : `those whose root was set in block ${first} or later`,
  }
}

/** Waits for work and says so once when it takes long. */
export async function withRemark<Result>(work: Promise<Result>, say: () => void): Promise<Result> {
  const timer = setTimeout(say, patienceMs)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}
