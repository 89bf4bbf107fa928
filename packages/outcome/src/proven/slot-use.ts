import type { Address, Hex } from '@vaultwright/base'
import type { World } from '@vaultwright/evm'
import type { ProvenState } from '@vaultwright/proof'
import type { CallFrame } from '../trace/call-frame.ts'

/** A place of storage that a run used, lower case. */
export type UsedSlot = {
  readonly account: Address
  /** 32 bytes. */
  readonly slot: Hex
  /** What it held at the block, 32 bytes. */
  readonly value: Hex
  /** The account that it names is called by DELEGATECALL: another value is another program. */
  readonly isCodePointer: boolean
  readonly isWritten: boolean
}

/** What of the state a run used. */
export type SlotUse = {
  /** Accounts whose balance, nonce or code it read, lower case, in order. */
  readonly accounts: readonly Address[]
  /** By account and slot, in order. */
  readonly slots: readonly UsedSlot[]
}

/** Lists what a run read of a state, before anything else is read of it. */
export function slotUseOf(state: ProvenState, world: World, trace: CallFrame): SlotUse {
  const changes = world.changes()
  const programs = new Set(delegatedIn(trace).map((name) => name.toLowerCase()))
  const slots = [...state.reads.slots].sort().map((id): UsedSlot => {
    const [account, slot] = id.split(' ') as [Address, Hex]
    const value = state.slot(account, slot)!
    return {
      account,
      slot,
      value,
      isCodePointer: programs.has(`0x${value.slice(26)}`),
      isWritten: changes.get(account)?.storage.has(slot) ?? false,
    }
  })
  return { accounts: [...state.reads.accounts].sort(), slots }
}

function delegatedIn(frame: CallFrame): readonly Address[] {
  const inner = frame.calls.flatMap(delegatedIn)
  const isDelegate = frame.type === 'DELEGATECALL' && frame.to !== null
  return isDelegate ? [frame.to!, ...inner] : inner
}
