import type { Address, Hex } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import { wordIn } from '../action/calldata-word.ts'
import type { CalldataAccount, CalldataNumber, CalldataReceiver } from './venue.ts'

/** A number in a word of the arguments. */
export function numberAt(field: string, index: number): CalldataNumber {
  return { field, read: (data) => wordIn(data, index) }
}

/** An account in a word of the arguments. */
export function accountAt(field: string, index: number): CalldataAccount {
  return { field, read: (data) => accountIn(data, index) }
}

/** The account that must be paid what is bought: the vault. */
export function buyerAt(field: string, index: number): CalldataReceiver {
  return { ...accountAt(field, index), gets: 'bought', isZeroCaller: false, mustBe: null }
}

/** The account that is handed what is sold, which must be the one of another field. */
export function sellerAt(field: string, index: number, mustBe: string): CalldataReceiver {
  return { ...accountAt(field, index), gets: 'sold', isZeroCaller: false, mustBe }
}

function accountIn(data: Hex, index: number): Address | null {
  const word = wordIn(data, index)
  if (word === null || word >> 160n !== 0n) return null
  return checksumOf(`0x${word.toString(16).padStart(40, '0')}`)
}
