import type { Hex } from '@vaultwright/base'
import type { BlockRef, SlotUse } from '@vaultwright/outcome'
import { openProvenState, type ProvenState, type StateFile, stateFileIn } from '@vaultwright/proof'
import type { Chain } from '../port/chain.ts'
import { headerCall } from '../read/block.ts'
import { headerRlpIn } from './header-rlp.ts'
import { openStateSource } from './proven-source.ts'
import type { WantedState } from './wanted.ts'

/** The part of a chain that reading its state needs. */
type StateChain = Pick<Chain, 'id' | 'rpc'>

/**
 * Reads what a simulation used at another block, in two round trips.
 *
 * @returns a state that has every account and slot of the use, followed from the block's hash.
 * @throws {StateProofError} {NoProofsError} {ProofLimitError}
 */
export async function readProvenState(
  chain: StateChain,
  use: SlotUse,
  block: BlockRef,
): Promise<ProvenState> {
  const blockCall = headerCall(block.hash)
  const [header] = await chain.rpc.ask([blockCall])
  const state = openProvenState(headerRlpIn(block, blockCall, header), block.hash)
  const usedState: WantedState = new Map(use.accounts.map((name) => [name, new Set<Hex>()]))
  for (const { account, slot } of use.slots) {
    const slots = usedState.get(account) ?? new Set()
    usedState.set(account, slots.add(slot))
  }
  await openStateSource(chain.rpc, state).bringProofs(usedState)
  for (const account of use.accounts) state.account(account)
  for (const { account, slot } of use.slots) state.slot(account, slot)
  return state
}

/**
 * Reads what a simulation used at another block, as a file that tells offline whether the simulation holds.
 *
 * @throws errors as `readProvenState`.
 */
export async function stateFileOf(
  chain: StateChain,
  use: SlotUse,
  block: BlockRef,
): Promise<StateFile> {
  return stateFileIn(await readProvenState(chain, use, block), chain.id)
}
