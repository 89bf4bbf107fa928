import { type Address, BaseError, type Hex } from '@vaultwright/base'
import { type BlockFact, StateMissingError } from '@vaultwright/evm'
import {
  openStateFile,
  openWitness,
  type ProvenState,
  type StateFile,
  type StateRef,
} from '@vaultwright/proof'
import type { BlockRef } from '../read/block-ref.ts'
import { type SlotKind, slotKindsOf } from './rests-on.ts'
import type { ProvenSimulation } from './simulate-proven.ts'
import type { UsedSlot } from './slot-use.ts'

/** A place that holds something else than when the simulation was made. */
export type MovedSlot = UsedSlot & {
  readonly kind: SlotKind
  /** The value it holds now, 32 bytes. */
  readonly now: Hex
}

/** An account that is another one than when the simulation was made. */
type MovedAccount = {
  /** Lower case. */
  readonly account: Address
  readonly changed: readonly ('code' | 'balance' | 'nonce')[]
}

/** The comparison of a simulation's state with the state of another block. */
export type Hold = {
  /** The block of the simulation. */
  readonly before: BlockRef
  /** The block that it is compared with. */
  readonly now: BlockRef
  /** The number of compared slots. */
  readonly slots: number
  readonly accounts: readonly MovedAccount[]
  /** In the order of accounts and slots. */
  readonly moved: readonly MovedSlot[]
  /** The facts of its block that it read, beside the time, and that differ in the other block. */
  readonly asked: readonly BlockFact[]
}

/**
 * Compares what a simulation read with another block's state. When nothing moved, the result stands but for
 * the time.
 *
 * @param replayed - the simulation, run again under a hash that the caller knows.
 * @param now - has every account and slot that the simulation read.
 * @throws {StateMissingError} when one is not there. @throws {StateProofError} when one is wrong.
 */
export function compareHold(replayed: ProvenSimulation, now: ProvenState): Hold {
  const { simulation, slotUse, witness } = replayed
  const before = openWitness(witness, simulation.block.hash)
  const kindOf = slotKindsOf(replayed)
  return {
    before: simulation.block,
    now: blockOf(now),
    slots: slotUse.slots.length,
    accounts: slotUse.accounts.flatMap((account) => {
      const changed = changesOf(before, now, account)
      return changed.length === 0 ? [] : [{ account, changed }]
    }),
    moved: slotUse.slots.flatMap((slot): readonly MovedSlot[] => {
      const { account, slot: key, value } = slot
      const word = there(now.peek.slot(account, key), { account, slot: key })
      return word === value ? [] : [{ ...slot, now: word, kind: kindOf(slot) }]
    }),
    asked:
      now.header.hash === simulation.block.hash
        ? []
        : replayed.dependsOn.filter((name) => name !== 'TIMESTAMP'),
  }
}

/**
 * Compares what a simulation read with a state file, offline.
 *
 * @param stateHash - the hash of the file's block, from another source than the file.
 * @throws {OtherChainStateError} when the file is of another chain. @throws errors as `compareHold`.
 */
export function compareHoldWithFile(
  replayed: ProvenSimulation,
  file: StateFile,
  stateHash: Hex,
): Hold {
  const { chainId } = replayed.witness
  if (file.chainId !== chainId) throw new OtherChainStateError(chainId, file.chainId)
  return compareHold(replayed, openStateFile(file, stateHash))
}

/** Tells whether everything is as it was, in a block that is not an older one. */
export function isHeld(hold: Hold): boolean {
  const { accounts, moved, asked: dependencies } = hold
  return !isOlder(hold) && accounts.length === 0 && moved.length === 0 && dependencies.length === 0
}

/** Tells whether the block compared with comes before the simulation's, so that it says nothing of now. */
export function isOlder({ before, now }: Hold): boolean {
  return now.number < before.number
}

function changesOf(before: ProvenState, after: ProvenState, account: Address) {
  const then = there(before.peek.account(account), { account })
  const now = there(after.peek.account(account), { account })
  const parts = [
    ['code', then?.codeHash, now?.codeHash],
    ['balance', then?.balance ?? 0n, now?.balance ?? 0n],
    ['nonce', then?.nonce ?? 0n, now?.nonce ?? 0n],
  ] as const
  return parts.flatMap(([name, value, other]) => (value === other ? [] : [name]))
}

function there<T>(value: T | undefined, place: StateRef): T {
  if (value === undefined) throw new StateMissingError(place, 'Ask for the state file again.')
  return value
}

function blockOf({ header: { number, hash, timestamp } }: ProvenState): BlockRef {
  return { number, hash, timestamp }
}

/** A state file is of another chain than the witness. */
class OtherChainStateError extends BaseError {
  override readonly code = 'other_chain_state'
  override readonly kind = 'invalid_input'

  constructor(witnessChain: number, fileChain: number) {
    super({
      message: `The state file is of chain ${fileChain}, and the witness of chain ${witnessChain}. Give a state file of the same chain.`,
      facts: { witnessChain, fileChain },
    })
  }
}
