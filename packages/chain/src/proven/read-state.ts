import type { Address, Hex } from '@vaultwright/base'
import type { BlockRef, SlotUse } from '@vaultwright/outcome'
import { openProvenState, type ProvenAccount } from '@vaultwright/proof'
import type { Chain } from '../port/chain.ts'
import { headerCall } from '../read/block.ts'
import { headerRlpIn } from './header-rlp.ts'
import { openStateSource } from './proven-source.ts'
import type { WantedState } from './wanted.ts'

/** Accounts and slots as they are at a block, every one followed from its hash. */
export type ProvenReads = {
  readonly block: BlockRef
  readonly accounts: ReadonlyMap<Address, ProvenAccount | null>
  /** By `account slot`, lower case. */
  readonly words: ReadonlyMap<string, Hex>
}

/**
 * Reads what a simulation used at another block, in two round trips.
 *
 * @throws {StateProofError} {NoProofsError}
 */
export async function readProvenState(
  chain: Chain,
  use: SlotUse,
  block: BlockRef,
): Promise<ProvenReads> {
  const blockCall = headerCall(block.hash)
  const [header] = await chain.rpc.ask([blockCall])
  const state = openProvenState(headerRlpIn(block, blockCall, header), block.hash)
  const wanted: WantedState = new Map(use.accounts.map((name) => [name, new Set<Hex>()]))
  for (const { account, slot } of use.slots) {
    const slots = wanted.get(account) ?? new Set()
    wanted.set(account, slots.add(slot))
  }
  await openStateSource(chain.rpc, state).bringProofs(wanted)
  const accounts = use.accounts.map((name) => [name, state.peek.account(name) ?? null] as const)
  const words = use.slots.map(({ account, slot }) => {
    const word = state.peek.slot(account, slot)!
    return [`${account} ${slot}`, word] as const
  })
  return { block, accounts: new Map(accounts), words: new Map(words) }
}
