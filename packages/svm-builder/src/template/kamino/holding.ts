import type { Instruction, SvmAccount, SvmAddress } from '@vaultwright/svm'
import type { KaminoPosition, KaminoSlot } from './account.ts'
import { allCollateral, kaminoProgram, kaminoTags } from './program.ts'

/** The holdings of a position when a call runs. Amounts are minimums. */
export type KaminoHolding = Pick<KaminoPosition, 'deposits' | 'borrows'>

type CallKind = keyof typeof kaminoTags

/** The places where the calls of a position name it, and where they name the reserve. */
const places = {
  initPosition: { position: 2, reserve: 0 },
  deposit: { position: 1, reserve: 4 },
  withdraw: { position: 1, reserve: 4 },
  borrow: { position: 1, reserve: 4 },
  repay: { position: 1, reserve: 3 },
} as const satisfies Partial<Record<CallKind, { position: number; reserve: number }>>

/** Tells whether a call changes a position. */
export function isKaminoCall(call: Instruction, position: SvmAddress): boolean {
  const kind = kindOf(call)
  return kind !== null && call.accounts[places[kind].position]?.address === position
}

/** Anyone may send lamports to an address: an account without data is none. */
export function isAbsent(account: SvmAccount | null): boolean {
  return account === null || account.data.length === 0
}

/** Tells whether a call is Kamino's with a tag. */
export function hasKaminoTag({ program, data }: Instruction, tag: readonly number[]): boolean {
  return program === kaminoProgram && tag.every((byte, index) => data[index] === byte)
}

/**
 * Follows what calls make of a position: a deposit or a borrow takes the first free place, all of it leaves it free
 * again, and a position without any is closed.
 *
 * @param stored - null where it does not exist.
 * @param refuse - makes the error for a call whose outcome the accounts do not tell.
 * @returns null where it does not exist after them.
 */
export function holdingAfter(
  stored: KaminoHolding | null,
  calls: readonly Instruction[],
  refuse: (reason: string) => Error,
): KaminoHolding | null {
  let holding = stored
  for (const call of calls) {
    const kind = kindOf(call)!
    if (kind === 'initPosition') holding = emptyHolding
    else if (holding !== null) holding = changed(holding, kind, { call, refuse })
  }
  return holding
}

const emptyHolding: KaminoHolding = {
  deposits: Array<KaminoSlot>(8).fill(null),
  borrows: Array<KaminoSlot>(5).fill(null),
}

type Change = { readonly call: Instruction; readonly refuse: (reason: string) => Error }

function changed(
  holding: KaminoHolding,
  kind: Exclude<keyof typeof places, 'initPosition'>,
  { call, refuse }: Change,
): KaminoHolding | null {
  const reserve = call.accounts[places[kind].reserve]!.address
  const amount = new DataView(call.data.buffer, call.data.byteOffset).getBigUint64(8, true)
  const side = kind === 'deposit' || kind === 'withdraw' ? 'deposits' : 'borrows'
  const slots = [...holding[side]]
  const held = slots.findIndex((slot) => slot?.reserve === reserve)
  if (kind === 'deposit' || kind === 'borrow') {
    const place = held < 0 ? slots.indexOf(null) : held
    // How much it adds, the reserve says: the least is nothing.
    if (place >= 0) slots[place] ??= { reserve, amount: 0n }
  } else if (held >= 0) {
    const { amount: before } = slots[held]!
    const isAll = kind === 'withdraw' && amount === allCollateral
    if (!isAll && amount >= before)
      throw refuse('may be emptied by an earlier action. Send this one in a later transaction')
    slots[held] = isAll ? null : { reserve, amount: before - amount }
  }
  const after = { ...holding, [side]: slots }
  const isEmpty = [...after.deposits, ...after.borrows].every((slot) => slot === null)
  return isEmpty ? null : after
}

function kindOf(call: Instruction): keyof typeof places | null {
  const kinds = Object.keys(places) as (keyof typeof places)[]
  return kinds.find((kind) => hasKaminoTag(call, kaminoTags[kind])) ?? null
}
