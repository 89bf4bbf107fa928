import type { SolanaNode } from '@vaultwright/chain'
import type { Store, SvmVault } from '@vaultwright/store'
import { decodeVaultReading, printKeptAccounts, vaultReadingAddresses } from '@vaultwright/svm'
import { endOfDay } from '@vaultwright/valuation'
import { isInTime } from './svm-due.ts'

/** The needs of reading a day. */
type SvmDayParts = {
  readonly store: Store
  readonly node: Pick<SolanaNode, 'accountsAt'>
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
 * Reads a Solana vault at the end of a day: its state, its share mint and the clock, of one finalised slot.
 *
 * The day's reading is the first one after its end, within `svmToleranceSeconds`. Nothing is kept of an answer that
 * is of another time, or whose accounts do not belong together.
 *
 * @throws {MismatchedReadingError} and what decoding the accounts and asking the node throw.
 */
export async function readSvmDay(
  { store, node }: SvmDayParts,
  vault: SvmVault,
  day: string,
): Promise<SvmDayEnd> {
  const { tenantId, address } = vault
  const vaultRef = { vault: address }
  const marks = await store.svmReadings.marks(tenantId, vaultRef)
  if (marks.some((mark) => mark.day === day)) return { kind: 'kept' }
  const of = { vault: address, program: vault.program }
  // A node that fell behind what was read of the vault before does not count.
  const last = marks.at(-1)
  const minContextSlot = last === undefined || last.day > day ? 0n : last.slot
  const answer = await node.accountsAt(vaultReadingAddresses(of), {
    commitment: 'finalized',
    minContextSlot,
  })
  const { slot, unix: atUnix } = decodeVaultReading(answer, of)
  if (atUnix <= endOfDay(day)) return { kind: 'early', slot, atUnix }
  if (!isInTime(day, atUnix)) return { kind: 'lost', slot, atUnix }
  const reading = { ...vaultRef, day, slot, atUnix, body: printKeptAccounts(answer) }
  return { kind: await store.svmReadings.put(tenantId, reading) }
}
