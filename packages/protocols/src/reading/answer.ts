import type { Address, Hex } from '@vaultwright/base'
import { checksumOf } from '@vaultwright/merkle'
import { type Known, knownValue, unknownValue } from '@vaultwright/valuation'
import type { ContractReadResult } from './reading.ts'

/**
 * Reads one word of an answer as a number.
 *
 * @returns the number, or why there is none: the call reverted, nothing stands there, too few words.
 */
export function wordIn(answer: ContractReadResult | undefined, index: number): Known<bigint> {
  if (answer === null || answer === undefined) return reverted
  const from = 2 + 64 * index
  if (answer.length >= from + 64) return knownValue(BigInt(`0x${answer.slice(from, from + 64)}`))
  return isNothing(answer) ? absent : tooShort
}

/** Reads one word of an answer as an account. */
export function accountIn(answer: ContractReadResult | undefined, index: number): Known<Address> {
  const from = 2 + 64 * index
  if (answer === null || answer === undefined) return reverted
  if (answer.length < from + 64) return isNothing(answer) ? absent : tooShort
  if (!answer.startsWith(accountPadding, from)) return noAccount
  return knownValue(checksumOf(`0x${answer.slice(from + accountPadding.length, from + 64)}`))
}

/**
 * Reads how much an account has.
 *
 * @returns the amount, none where nothing stands at the block; or why it is not known.
 */
export function amountIn(answer: ContractReadResult | undefined): Known<bigint> {
  return isNothing(answer) ? none : wordIn(answer, 0)
}

/** Reads a word as a number with a sign. */
export function signedOf(word: bigint): bigint {
  return BigInt.asIntN(256, word)
}

/** Tells whether an answer is empty: what an account without code answers to everything. */
export function isNothing(answer: ContractReadResult | undefined): answer is Hex {
  return answer === '0x'
}

/** Of the 32 bytes of a word an account is the last 20. */
const accountPadding = '0'.repeat(24)

const none = knownValue(0n)
const reverted = unknownValue<never>('The call reverted.')
const absent = unknownValue<never>('Nothing stands there at this block.')
const tooShort = unknownValue<never>('The answer has too few bytes.')
const noAccount = unknownValue<never>('The answer is not an address.')
