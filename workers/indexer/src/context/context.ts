import type { Chain, Finality, RpcFetch, SolanaNode } from '@vaultwright/chain'
import type { BlockRef } from '@vaultwright/outcome'
import type { NamedReading, Store } from '@vaultwright/store'
import { openPriceAsker, type PriceAsker } from '../price/http-price.ts'
import type { PriceBook } from '../price/price-book.ts'
import { type ApprovalMemory, openApprovalMemory } from '../reading/approval-memory.ts'
import { type DayEnds, openDayEnds } from '../reading/day-end.ts'
import { openReadingParser, type ParsedReading } from '../reading/parsed-reading.ts'
import { openSubjectMemory, type SubjectMemory } from '../reading/subject-memory.ts'
import type { IndexEvent } from '../task/event.ts'
import type { Queue } from '../task/queue.ts'
import { currentFormulas, type Formulas } from '../value/formula.ts'
import type { ControlWatch } from './control-watch.ts'
import type { SafeParts, SafeWatch } from './safe-parts.ts'

/** A chain that is indexed. */
export type IndexedChain = {
  readonly slug: string
  readonly chain: Chain
  /** The blocks that count as final. */
  readonly finality: Finality
}

/** The settings of indexing. */
export type IndexSettings = {
  /** The order of missing days. */
  readonly order: 'oldest' | 'newest'
  /** The time revisions are kept; null for ever. */
  readonly revisionDays: number | null
  /** The time observed prices are kept; null for ever. */
  readonly priceDays: number | null
  /** Holds rate, supply and roots of a day against proofs from its block's hash, where the node gives them. */
  readonly provesDays: boolean
}

/** A node of Solana, and of which cluster it is. */
export type IndexedCluster = {
  readonly node: Pick<
    SolanaNode,
    'accountsAt' | 'tokenAccountsOf' | 'signaturesOf' | 'transactions'
  >
  readonly genesisHash: string
}

/** The parts that a process gives to the work. */
export type IndexParts = {
  readonly store: Store
  /** Opens a chain, once. It throws what opening a chain throws. */
  readonly chains: (slug: string) => Promise<IndexedChain>
  readonly prices: PriceBook
  readonly settings: IndexSettings
  readonly nowUnix: () => bigint
  /** From 0 to below 1, for what must not happen in every process at once. */
  readonly random: () => number
  /** For prices from servers. */
  readonly fetch: RpcFetch
  readonly observe: (event: IndexEvent) => void
  readonly enqueue: Queue['add']
  /** The cluster of Solana vaults; null or left out without a node. */
  readonly solana?: IndexedCluster | null
  /** The services of queues of Safes; null or left out where none is configured. */
  readonly safes?: SafeParts | null
  /** The formulas of values. Default: those of this version. */
  readonly formulas?: Formulas
}

/** The context of all work of a process. */
export type IndexContext = Required<IndexParts> & {
  /** The last final block of each chain that this process saw. */
  readonly heads: Map<string, BlockRef>
  /** When each chain may be looked over again, by the process's own clock. */
  readonly scans: Map<string, { readonly nextScanMs: number }>
  /** The Safes that this process watches, by `safeKeyOf`. */
  readonly watches: Map<string, SafeWatch>
  /** The vaults whose control this process watches, by `controlKeyOf`. */
  readonly controls: Map<string, ControlWatch>
  /** When queues whose stored requests are not the contract's were read anew, unix seconds, by vault and queue. */
  readonly queueScans: Map<string, bigint>
  /** Does the same work once for all who ask while it is being done. */
  readonly singleFlight: SingleFlight
  /** Last blocks of days, each looked for once. */
  readonly dayEnds: DayEnds
  /** Asks servers for prices, each question once for all vaults. */
  readonly askPrice: PriceAsker
  /** The possible holdings of vaults, by their roots. */
  readonly subjects: SubjectMemory
  /** The allowances that vaults ever gave. */
  readonly approvals: ApprovalMemory
  /** Tells what a kept reading says. */
  readonly parse: (reading: NamedReading) => ParsedReading
}

/**
 * Makes the context of a process.
 *
 * @returns the context, with nothing remembered yet.
 */
export function openContext(parts: IndexParts): IndexContext {
  return {
    ...parts,
    formulas: parts.formulas ?? currentFormulas,
    solana: parts.solana ?? null,
    safes: parts.safes ?? null,
    watches: new Map(),
    controls: new Map(),
    queueScans: new Map(),
    heads: new Map(),
    scans: new Map(),
    singleFlight: openSingleFlight(),
    dayEnds: openDayEnds(),
    askPrice: openPriceAsker(parts.fetch),
    subjects: openSubjectMemory(parts.store),
    approvals: openApprovalMemory(),
    parse: openReadingParser(),
  }
}

/** Does the same work once for all who ask while it is being done. */
type SingleFlight = <Value>(name: string, work: () => Promise<Value>) => Promise<Value>

/** Makes a place where work is shared. @returns it; nothing is remembered after the work is done. */
function openSingleFlight(): SingleFlight {
  const open = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const running = open.get(name)
    if (running !== undefined) return running as ReturnType<typeof work>
    const begun = work().finally(() => open.delete(name))
    open.set(name, begun)
    return begun
  }
}
