import { type Address, BaseError, type Hex, isSameAddress, zeroAddress } from '@vaultwright/base'
import { multicall3Address, multisigWalletAbi } from '@vaultwright/registry'
import { encodeFunctionData } from 'viem'
import type { SafeCall } from '../call.ts'
import {
  buildSafeTransaction,
  isChainInDomain,
  type SafeAccount,
  type SafeTransaction,
  safeDomainHashOf,
  safeMessageHashOf,
  safeTransactionHashOf,
} from '../transaction.ts'
import { SafeReadingsError } from './batch-document.ts'
import { encodeMulticall, type MulticallFunction } from './multicall.ts'
import type { SignedCall } from './signed-call.ts'

/** The three hashes of a Safe transaction: hardware wallets show the first two, Safes check the third. */
export type SafeHashes = {
  readonly domain: Hex
  readonly message: Hex
  /** `safeTxHash`. */
  readonly transaction: Hex
}

/** Versions of the Safe contracts whose hashes are made alike. */
type SafeHashRule = {
  /** One of them, for `safeTransactionHashOf`. */
  readonly version: string
  readonly versions: string
  /** True if the domain names the chain, so that the signature holds on it alone. */
  readonly isChainBound: boolean
}

/** Every way in which Safes from 1.0.0 to 1.5.0 hash, newest first. */
export const safeHashRules: readonly SafeHashRule[] = [
  { version: '1.4.1', versions: '1.3.0 to 1.5.0', isChainBound: true },
  { version: '1.2.0', versions: '1.0.0 to 1.2.0', isChainBound: false },
]

/**
 * Finds how a version of the Safe contracts hashes.
 *
 * @throws {SafeVersionError} when the version is none, or older than 1.0.0.
 */
export function safeHashRuleOf(version: string): SafeHashRule {
  const isChainBound = isChainInDomain(version)
  return safeHashRules.find((rule) => rule.isChainBound === isChainBound)!
}

/** The facts that the form of a transaction may lack. */
export type SafeHashOptions = {
  readonly safe: Address | null
  readonly nonce: bigint | null
  /** Makes several calls one transaction. */
  readonly multiSend: Address
}

/** A transaction to hash, and what its form says of the Safe. */
export type SafeHashInput = {
  readonly transaction: SafeTransaction
  readonly safe: Address
  readonly chainId: number | null
  readonly isChainBound: boolean | null
  readonly statedHash: Hex | null
  /** True if several calls were put into the MultiSend of the options. */
  readonly isJoined: boolean
}

/**
 * Computes the hashes of a transaction.
 *
 * @throws errors as `safeTransactionHashOf`.
 */
export function safeHashesOf(transaction: SafeTransaction, account: SafeAccount): SafeHashes {
  return {
    domain: safeDomainHashOf(account),
    message: safeMessageHashOf(transaction),
    transaction: safeTransactionHashOf(transaction, account),
  }
}

/** The terms of an approval. */
type ApprovalOptions = {
  /** Of the outer Safe. */
  readonly nonce: bigint
  /** The function of Multicall3 in which the outer Safe makes the call, borrowing it; null for the call itself. */
  readonly multicall?: MulticallFunction | null
}

/**
 * Makes the transaction in which the owner of a nested Safe, itself a Safe, approves a hash.
 *
 * @param inner - the nested Safe.
 * @param hash - of its transaction, 32 bytes.
 * @param options - the nonce of the outer Safe, and how it makes the call.
 */
export function approvalOf(
  inner: Address,
  hash: Hex,
  { nonce, multicall = null }: ApprovalOptions,
): SafeTransaction {
  const data = encodeFunctionData({
    abi: multisigWalletAbi,
    functionName: 'approveHash',
    args: [hash],
  })
  const approval = { to: inner, value: 0n, data }
  const build = (call: SafeCall) => buildSafeTransaction([call], { multiSend: zeroAddress, nonce })
  if (multicall === null) return build(approval)
  const borrowed = encodeMulticall(multicall, [approval])
  const call = { to: multicall3Address, value: 0n, data: borrowed }
  return { ...build(call), operation: 'delegatecall' }
}

/**
 * Finds the transaction that owners sign in something opened: of a Safe transaction the one that it is,
 * of anything else the one that makes its call or calls.
 *
 * @throws {SafeHashInputError} when the Safe or the nonce is not known.
 * @throws {SafeReadingsError} when the options name another Safe or nonce than the form.
 */
export function safeHashInputOf(call: SignedCall, options: SafeHashOptions): SafeHashInput {
  if (call.kind === 'safe_transaction') return ofTransaction(call, options)
  const stated = call.kind === 'safe_batch' ? call.facts : { safe: null, chainId: null }
  const safe = agreed('Safe', stated.safe, options.safe)
  const nonce = agreed('nonce', null, options.nonce)
  const calls = call.kind === 'safe_batch' ? call.children : [call]
  const isLibrary = call.kind === 'multi_send'
  const isBorrowed = isLibrary || call.kind === 'multicall'
  const plain = calls.map(({ to, value, data }) => {
    if (to !== null) return { to, value, data }
    if (isLibrary) return { to: options.multiSend, value, data }
    throw new SafeHashInputError('account that is called', '--to')
  })
  const built = buildSafeTransaction(plain, { multiSend: options.multiSend, nonce })
  const transaction: SafeTransaction = isBorrowed ? { ...built, operation: 'delegatecall' } : built
  const isJoined = plain.length > 1 || isLibrary
  return {
    transaction,
    safe,
    chainId: stated.chainId,
    isChainBound: null,
    statedHash: null,
    isJoined,
  }
}

function ofTransaction(
  { facts, children }: Extract<SignedCall, { readonly kind: 'safe_transaction' }>,
  options: SafeHashOptions,
): SafeHashInput {
  const [call] = children
  const { safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = facts
  const safe = agreed('Safe', facts.safe, options.safe)
  const nonce = agreed('nonce', facts.nonce, options.nonce)
  const { to, value, data, operation } = call!
  const terms = { safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce }
  const { chainId, isChainBound, statedHash } = facts
  const transaction = { to: to!, value, data, operation, ...terms }
  return { transaction, safe, chainId, isChainBound, statedHash, isJoined: false }
}

function agreed<Value extends string | bigint>(
  what: 'Safe' | 'nonce',
  stated: Value | null,
  given: Value | null,
): Value {
  const value = stated ?? given
  if (value === null) throw new SafeHashInputError(what, `--${what.toLowerCase()}`)
  if (given === null || isSame(value, given)) return value
  throw new SafeReadingsError(`The document names the ${what} ${value}, not ${given}`)
}

function isSame(value: string | bigint, other: string | bigint): boolean {
  if (typeof value === 'bigint') return value === other
  return isSameAddress(value as Address, other as Address)
}

/** A hash cannot be computed without a value that the form lacks. */
export class SafeHashInputError extends BaseError {
  override readonly code = 'safe_hash_input'
  override readonly kind = 'invalid_input'

  constructor(what: string, option: string) {
    super({
      message: `The input does not name the ${what}. Give it with ${option}.`,
      facts: { what, option },
    })
  }
}
