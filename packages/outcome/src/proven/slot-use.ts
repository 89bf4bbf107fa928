import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import { type EvmRules, slotsBegunWith, type World } from '@vaultwright/evm'
import { selectorOf } from '@vaultwright/manager'
import type { ProvenState } from '@vaultwright/proof'
import type { CallFrame } from '../trace/call-frame.ts'

/** A place of storage that a run used, lower case. */
export type UsedSlot = {
  readonly account: Address
  /** 32 bytes. */
  readonly slot: Hex
  /** The value it held at the block, 32 bytes. */
  readonly value: Hex
  /** It names an account that is called by DELEGATECALL, or a beacon: another value is another program. */
  readonly isCodePointer: boolean
  /** It belongs to the called account, or to an authority that is asked who may call, or names one. */
  readonly isPermission: boolean
  readonly isWritten: boolean
}

/** The state that a run used. */
export type SlotUse = {
  /** Accounts whose balance, nonce or code it read, lower case, in order. */
  readonly accounts: readonly Address[]
  /** By account and slot, in order. */
  readonly slots: readonly UsedSlot[]
}

const implementation = selectorOf('implementation()')
const canCall = selectorOf('canCall(address,address,bytes4)')

/** The run, the rules by which its block began, and the accounts that only read its results, lower case. */
type Ran = {
  readonly trace: CallFrame
  readonly rules: EvmRules
  readonly aside: readonly Address[]
}

/**
 * Lists what a simulation read of a state. Where the block itself writes first, it never meets what the
 * state has there.
 */
export function slotUseOf(state: ProvenState, world: World, ran: Ran): SlotUse {
  const { trace, rules, aside } = ran
  const begun = slotsBegunWith(state.header, rules)
  const isBegun = (id: string) => begun.some(({ account, slot }) => id === `${account} ${slot}`)
  const changes = world.changes()
  const frames = framesIn(trace)
  const programs = targetsOf(frames, ({ type, input }) => {
    return type === 'DELEGATECALL' || input.startsWith(implementation)
  })
  const authorities = targetsOf(frames, ({ input }) => input.startsWith(canCall))
  const permitting = new Set([...authorities, (trace.to ?? zeroAddress).toLowerCase()])
  const ids = [...state.reads.slots].filter((id) => !isBegun(id)).sort()
  const slots = ids.map((id): UsedSlot => {
    const [account, slot] = id.split(' ') as [Address, Hex]
    const value = state.slot(account, slot)!
    const named = `0x${value.slice(26)}`
    return {
      account,
      slot,
      value,
      isCodePointer: programs.has(named),
      isPermission: permitting.has(account) || authorities.has(named),
      isWritten: changes.get(account)?.storage.has(slot) ?? false,
    }
  })
  const asideAccounts = new Set([...aside, ...begun.map(({ account }) => account)])
  const owners = new Set(slots.map(({ account }) => account))
  const isUsed = (name: Address) => owners.has(name) || !asideAccounts.has(name)
  return { accounts: [...state.reads.accounts].filter(isUsed).sort(), slots }
}

function framesIn(frame: CallFrame): readonly CallFrame[] {
  return [frame, ...frame.calls.flatMap(framesIn)]
}

/** Lower case. */
function targetsOf(
  frames: readonly CallFrame[],
  isWanted: (frame: CallFrame) => boolean,
): ReadonlySet<string> {
  return new Set(frames.flatMap((frame) => (isWanted(frame) ? [frame.to ?? ''] : [])).map(lower))
}

function lower(text: string): string {
  return text.toLowerCase()
}
