import { BaseError } from '@vaultwright/base'
import type { SolanaNode, SvmReadOptions } from '@vaultwright/chain'
import type { Store, SvmVault } from '@vaultwright/store'
import {
  decodeVaultReading,
  printKeptAccounts,
  type SvmAddress,
  vaultReadingAddresses,
} from '@vaultwright/svm'
import {
  decodeSvmReading,
  digestsIn,
  holdingPlanOf,
  parseSvmDefinition,
} from '@vaultwright/svm-builder'
import { endOfDay } from '@vaultwright/valuation'
import { type OutsidePrices, readFailureOf } from '../price/outside-price.ts'
import { readSvmDigests } from './svm-digest-read.ts'
import { isInTime } from './svm-due.ts'
import { type HoldingNode, readSvmHoldings } from './svm-holding-read.ts'

/** The node that a day is read from. */
export type DayNode = HoldingNode & Pick<SolanaNode, 'signaturesOf' | 'transactions'>

/** The needs of reading a day. */
type SvmDayParts = {
  readonly store: Store
  readonly node: DayNode
  /** Prices of tokens at a time, unix seconds. Default: none. */
  readonly readPrices?: (atUnix: bigint) => Promise<OutsidePrices<SvmAddress>>
}

/** The result of a day. */
type SvmDayEnd =
  /** It was read and kept, or was there already. */
  | { readonly kind: 'added' | 'kept' }
  /** The day is not over at the last finalised slot. */
  | { readonly kind: 'early'; readonly slot: bigint; readonly atUnix: bigint }
  /** It is too late: what the node has is of another day. */
  | { readonly kind: 'lost'; readonly slot: bigint; readonly atUnix: bigint }

/**
 * Reads a Solana vault at the end of a day: its state, its share mint, what it holds and the clock, of one finalised slot.
 *
 * The day's reading is the first one after its end, within `svmToleranceSeconds`. Nothing is kept of an answer that
 * is of another time, or whose accounts do not belong together.
 *
 * @throws {MismatchedReadingError} {HoldingsMovedError} and what decoding the accounts and asking the node throw.
 */
export async function readSvmDay(
  { store, node, readPrices = noPrices }: SvmDayParts,
  vault: SvmVault,
  day: string,
): Promise<SvmDayEnd> {
  const { tenantId, address, program, vaultId } = vault
  const vaultRef = { vault: address }
  const marks = await store.svmReadings.marks(tenantId, vaultRef)
  if (marks.some((mark) => mark.day === day)) return { kind: 'kept' }
  const of = { vault: address, program, vaultId }
  // A node that fell behind what was read of the vault before does not count.
  const last = marks.at(-1)
  const minContextSlot = last === undefined || last.day > day ? 0n : last.slot
  const options: SvmReadOptions = { commitment: 'finalized', minContextSlot }
  const first = decodeVaultReading(await node.accountsAt(vaultReadingAddresses(of), options), of)
  const end = timeEndOf(first, day)
  if (end !== null) return end
  const { answer, scope } = await readSvmHoldings(
    node,
    { of, scope: holdingPlanOf(parseSvmDefinition(vault.definition), first.state) },
    first.slot,
  )
  const prices = await readPrices(first.unix)
  const digests = await readSvmDigests(node, of, await digestsBefore(store, vault))
  const stored = {
    slot: answer.slot,
    accounts: answer.accounts,
    scope: {
      ...scope,
      digests,
      quotes: prices.observed,
      failures: [...scope.failures, ...prices.failed.map(readFailureOf)],
    },
  }
  const { slot, unix: atUnix } = decodeSvmReading(stored, of)
  const lateEnd = timeEndOf({ slot, unix: atUnix }, day)
  if (lateEnd !== null) return lateEnd
  const reading = { ...vaultRef, day, slot, atUnix, body: printKeptAccounts(stored) }
  return { kind: await store.svmReadings.put(tenantId, reading) }
}

const noPrices: NonNullable<SvmDayParts['readPrices']> = async () => ({ observed: [], failed: [] })

/** An earlier reading that is damaged costs no day: all transactions are read again. */
async function digestsBefore(store: Store, { tenantId, address }: SvmVault) {
  try {
    const before = await store.svmReadings.latest(tenantId, { vault: address })
    return before === null ? null : digestsIn(before.body)
  } catch (error) {
    if (error instanceof BaseError && !error.retryable) return null
    throw error
  }
}

/** The end of a day that cannot be read at a time; null if it can. */
function timeEndOf(
  { slot, unix: atUnix }: { readonly slot: bigint; readonly unix: bigint },
  day: string,
): SvmDayEnd | null {
  if (atUnix <= endOfDay(day)) return { kind: 'early', slot, atUnix }
  return isInTime(day, atUnix) ? null : { kind: 'lost', slot, atUnix }
}
