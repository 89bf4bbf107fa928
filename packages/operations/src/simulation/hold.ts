import type { Address, Hex } from '@vaultwright/base'
import { type Chain, type ProvenReads, readProvenState } from '@vaultwright/chain'
import {
  type BlockRef,
  type ProvenSimulation,
  replayWitness,
  type UsedSlot,
} from '@vaultwright/outcome'
import type { Witness } from '@vaultwright/proof'

/**
 * What a slot is to a simulation: which program runs, what the called account permits, what the vault has or
 * may spend, or anything else, such as prices and pools.
 */
export type SlotKind = 'program' | 'permission' | 'balance' | 'other'

/** A place that holds something else than when the simulation was made. */
export type MovedSlot = UsedSlot & { readonly kind: SlotKind; readonly now: Hex }

/** Whether a simulation still rests on what is there. */
export type Hold = {
  readonly replayed: ProvenSimulation
  readonly now: BlockRef
  readonly slots: number
  /** Accounts whose code, balance or nonce is another one. */
  readonly accounts: readonly {
    readonly account: Address
    readonly changed: readonly ('code' | 'balance' | 'nonce')[]
  }[]
  readonly moved: readonly MovedSlot[]
}

/**
 * Compares what a simulation read with what is there at a newer block, each side followed from its block's
 * hash. When nothing moved, the result stands but for time.
 *
 * @param blockHash - of the witness' block, from another source than the witness.
 */
export async function holdOf(
  chain: Chain,
  { witness, blockHash }: { readonly witness: Witness; readonly blockHash: Hex },
  now: BlockRef,
): Promise<Hold> {
  const replayed = await replayWitness(witness, blockHash)
  const { block } = replayed.simulation
  const [before, after] = await Promise.all([
    readProvenState(chain, replayed.slotUse, block),
    readProvenState(chain, replayed.slotUse, now),
  ])
  return {
    replayed,
    now,
    slots: replayed.slotUse.slots.length,
    accounts: replayed.slotUse.accounts.flatMap((account) => {
      const changed = changesOf(before, after, account)
      return changed.length === 0 ? [] : [{ account, changed }]
    }),
    moved: replayed.slotUse.slots.flatMap((slot): readonly MovedSlot[] => {
      const word = after.words.get(`${slot.account} ${slot.slot}`)!
      return word === slot.value
        ? []
        : [{ ...slot, now: word, kind: kindOf(slot, replayed, witness) }]
    }),
  }
}

/** Tells whether everything is as it was. */
export function isHeld({ accounts, moved }: Hold): boolean {
  return accounts.length === 0 && moved.length === 0
}

function changesOf(before: ProvenReads, after: ProvenReads, account: Address) {
  const [then, now] = [before.accounts.get(account) ?? null, after.accounts.get(account) ?? null]
  const parts = [
    ['code', then?.codeHash, now?.codeHash],
    ['balance', then?.balance ?? 0n, now?.balance ?? 0n],
    ['nonce', then?.nonce ?? 0n, now?.nonce ?? 0n],
  ] as const
  return parts.flatMap(([name, one, other]) => (one === other ? [] : [name]))
}

function kindOf(slot: UsedSlot, { simulation }: ProvenSimulation, { request }: Witness): SlotKind {
  if (slot.isCodePointer) return 'program'
  if (slot.account === request.to.toLowerCase()) return 'permission'
  const value = BigInt(slot.value)
  const isBalance = simulation.balances.some(
    ({ token, before }) => token.toLowerCase() === slot.account && before === value,
  )
  return isBalance ? 'balance' : 'other'
}
