import type { Address, Hex } from '@vaultwright/base'
import { mappingKeyOf } from '@vaultwright/proof'
import type { ProvenSimulation } from './simulate-proven.ts'
import type { UsedSlot } from './slot-use.ts'

/**
 * The use of a slot by a simulation: which program runs, who may call what, what the vault has or
 * lets others spend, or anything else, such as prices and pools.
 */
export type SlotKind = 'program' | 'permission' | 'balance' | 'other'

/** The kinds, the most serious first. */
export const slotKinds = ['program', 'permission', 'balance', 'other'] as const

/** The slots that a simulation rests on, by kind. */
export type RestsOn = {
  /** Accounts whose balance, nonce or code it read, lower case, in order. */
  readonly accounts: readonly Address[]
  /** The slots it reads and does not change. */
  readonly read: Readonly<Record<SlotKind, readonly UsedSlot[]>>
  /** The slots the transaction itself changes. */
  readonly written: Readonly<Record<SlotKind, readonly UsedSlot[]>>
}

/** Sorts what a simulation read by kind; slots that it writes stand apart. */
export function restsOn(proven: ProvenSimulation): RestsOn {
  const { accounts, slots } = proven.slotUse
  const kindOf = slotKindsOf(proven)
  const sorted = (isWritten: boolean) => {
    const some = slots.filter((slot) => slot.isWritten === isWritten)
    const of = (kind: SlotKind) => some.filter((slot) => kindOf(slot) === kind)
    return {
      program: of('program'),
      permission: of('permission'),
      balance: of('balance'),
      other: of('other'),
    }
  }
  return { accounts, read: sorted(false), written: sorted(true) }
}

/** Tells of what kind the slots of a simulation are. */
export function slotKindsOf({ simulation }: ProvenSimulation): (slot: UsedSlot) => SlotKind {
  const { balances, approvals } = simulation
  const places = new Set([
    ...balances.flatMap(({ token, holder }) => balancePlaces(token, holder)),
    ...approvals.flatMap(({ token, owner, spender }) => allowancePlaces(token, owner, spender)),
  ])
  const values = new Set(
    balances.flatMap(({ token, before }) => (before === 0n ? [] : [`${lower(token)} ${before}`])),
  )
  return (slot) => {
    if (slot.isCodePointer) return 'program'
    if (slot.isPermission) return 'permission'
    const isValue = values.has(`${slot.account} ${BigInt(slot.value)}`)
    return isValue || places.has(`${slot.account} ${slot.slot}`) ? 'balance' : 'other'
  }
}

/** The slots where tokens keep balances: the mapping is one of the first slots, or where OpenZeppelin 5 has it. */
const firstSlots = Array.from({ length: 64 }, (_, index) => BigInt(index))
/** Source: ERC-7201, the place named openzeppelin.storage.ERC20. */
const namespaced = 0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00n

function balancePlaces(token: Address, holder: Address): readonly string[] {
  return [...firstSlots, namespaced].map((at) => `${lower(token)} ${mappingKeyOf(holder, at)}`)
}

function allowancePlaces(token: Address, owner: Address, spender: Address): readonly string[] {
  return [...firstSlots, namespaced + 1n].map((slot) => {
    const inner = BigInt(mappingKeyOf(owner, slot))
    return `${lower(token)} ${mappingKeyOf(spender, inner)}`
  })
}

function lower(address: Address): Hex {
  return address.toLowerCase() as Hex
}
