import type { Address, Hex } from '@vaultwright/base'
import { selectorOf } from '@vaultwright/manager'
import { nativeAsset } from '@vaultwright/registry'
import { coinReaderAddress } from '../read/bulk-read.ts'
import type { EthCall, EthCallResult } from '../read/eth-call.ts'

/** A number that is read before and after the transaction, and where. */
export type StateRead = EthCall & { readonly key: string }

/** The values of the reads; null where there was no answer. */
export type StateReadValues = ReadonlyMap<string, { before: bigint | null; after: bigint | null }>

/** Selectors of what is read. Source: ERC-20, ERC-721, Morpho Blue, Aave v3. */
const selectors = {
  balanceOf: selectorOf('balanceOf(address)'),
  allowance: selectorOf('allowance(address,address)'),
  isApprovedForAll: selectorOf('isApprovedForAll(address,address)'),
  getApproved: selectorOf('getApproved(uint256)'),
  isAuthorized: selectorOf('isAuthorized(address,address)'),
  borrowAllowance: selectorOf('borrowAllowance(address,address)'),
  totalSupply: selectorOf('totalSupply()'),
}

/** Makes the reading of what a holder has of a token. */
export function balanceRead(token: Address, holder: Address): StateRead {
  const key = `balance ${token} ${holder}`
  if (token === nativeAsset) {
    return { key, to: coinReaderAddress, data: dataOf('0x', BigInt(holder)) }
  }
  return {
    key,
    to: token,
    data: dataOf(selectors.balanceOf, BigInt(holder)),
  }
}

/** Makes the reading of what a spender may take. */
export function allowanceRead(token: Address, owner: Address, spender: Address): StateRead {
  return {
    key: `allowance ${token} ${owner} ${spender}`,
    to: token,
    data: dataOf(selectors.allowance, BigInt(owner), BigInt(spender)),
  }
}

/** Makes the reading of whether an operator may take every token of a collection. */
export function operatorRead(token: Address, owner: Address, operator: Address): StateRead {
  return {
    key: `operator ${token} ${owner} ${operator}`,
    to: token,
    data: dataOf(selectors.isApprovedForAll, BigInt(owner), BigInt(operator)),
  }
}

/** Makes the reading of whether an account may act for an owner in all of a lender's markets. */
export function authorizedRead(lender: Address, owner: Address, authorized: Address): StateRead {
  return {
    key: `authorized ${lender} ${owner} ${authorized}`,
    to: lender,
    data: dataOf(selectors.isAuthorized, BigInt(owner), BigInt(authorized)),
  }
}

/** Makes the reading of what an account may borrow at an owner's expense. */
export function delegatedRead(debt: Address, owner: Address, borrower: Address): StateRead {
  return {
    key: `delegated ${debt} ${owner} ${borrower}`,
    to: debt,
    data: dataOf(selectors.borrowAllowance, BigInt(owner), BigInt(borrower)),
  }
}

/** Makes the reading of who may take one token of a collection. */
export function approvedRead(token: Address, id: bigint): StateRead {
  return {
    key: `approved ${token} ${id}`,
    to: token,
    data: dataOf(selectors.getApproved, id),
  }
}

/** Makes the reading of how many shares there are. */
export function supplyRead(vault: Address): StateRead {
  return {
    key: `supply ${vault}`,
    to: vault,
    data: dataOf(selectors.totalSupply),
  }
}

/**
 * Takes the numbers out of answers.
 *
 * @returns the numbers by key. An answer of anything but whole words has none: no such function.
 */
export function stateReadValuesOf(
  readings: readonly StateRead[],
  before: readonly EthCallResult[],
  after: readonly EthCallResult[],
): StateReadValues {
  return new Map(
    readings.map(({ key }, index) => [
      key,
      { before: numberIn(before[index]), after: numberIn(after[index]) },
    ]),
  )
}

function numberIn(answer: EthCallResult | undefined): bigint | null {
  if (answer === undefined || !answer.ok || !/^0x[0-9a-fA-F]{64}$/.test(answer.data)) return null
  return BigInt(answer.data)
}

function dataOf(selector: Hex, ...words: readonly bigint[]): Hex {
  return `${selector}${words.map((word) => word.toString(16).padStart(64, '0')).join('')}`
}
