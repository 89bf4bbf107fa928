import {
  type Address,
  BaseError,
  type Hex,
  parseHex,
  printHex,
  zeroAddress,
} from '@vaultwright/base'
import { keccak256, parseAddress } from '@vaultwright/merkle'
import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { buildSafeCalls, isWord, type SafeCall } from './call.ts'
import { encodeMultiSend } from './multi-send.ts'
import { operationByteOf, type SafeOperation } from './operation.ts'

/** The transaction that the owners of a Safe sign. */
export type SafeTransaction = SafeCall & {
  readonly operation: SafeOperation
  /** Gas of the inner call; 0 for all there is, and then a failing call reverts the whole. */
  readonly safeTxGas: bigint
  /** Gas that is refunded besides; 0 without a refund. */
  readonly baseGas: bigint
  /** Base units of the gas token; 0 for no refund. */
  readonly gasPrice: bigint
  /** Zero address for the native asset. */
  readonly gasToken: Address
  /** Zero address for the sender of the transaction. */
  readonly refundReceiver: Address
  /** The Safe's own count of transactions, not an account's. */
  readonly nonce: bigint
}

/** The Safe that signs. */
export type SafeAccount = {
  readonly safe: Address
  readonly chainId: number
  /** Of its contract, as its `VERSION()` says: `1.4.1`, `1.3.0+L2`. */
  readonly version: string
}

/** Facts that the calls alone lack. */
type SafeTransactionOptions = {
  /** The MultiSend library of the chain; asked for when there are several calls. */
  readonly multiSend: Address
  readonly nonce: bigint
}

const domainType = 'EIP712Domain(uint256 chainId,address verifyingContract)'
const earlyDomainType = 'EIP712Domain(address verifyingContract)'
const transactionType =
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)'
const encoder = new TextEncoder()

/**
 * Makes the transaction in which a Safe makes calls: one directly, several through MultiSend.
 *
 * @param calls - 1 or more, in order · value in wei.
 * @param options - the MultiSend library and the Safe's nonce.
 * @returns the transaction, without a refund and with all gas for the inner call.
 * @throws {EmptySafeTransactionError} without a call.
 * @throws {InvalidSafeCallError} when a call cannot be made.
 */
export function buildSafeTransaction(
  calls: readonly SafeCall[],
  { multiSend, nonce }: SafeTransactionOptions,
): SafeTransaction {
  const [first, ...further] = buildSafeCalls(calls)
  if (first === undefined) throw new EmptySafeTransactionError()
  const terms = {
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce,
  }
  if (further.length === 0) return { ...first, operation: 'call', ...terms }
  const data = encodeMultiSend([first, ...further])
  return { to: parseAddress(multiSend), value: 0n, data, operation: 'delegatecall', ...terms }
}

/**
 * Hashes a transaction the way its owners sign it.
 *
 * Source: EIP-712, and `getTransactionHash` of the Safe contracts from 1.0.0 on.
 *
 * @param transaction - what the Safe is to do.
 * @param account - which Safe; its version decides the domain.
 * @returns 32 bytes.
 * @throws {SafeVersionError} when the version is none, or older than 1.0.0.
 * @throws {InvalidSafeTransactionError} when a number is outside 256 bits.
 */
export function safeTransactionHashOf(transaction: SafeTransaction, account: SafeAccount): Hex {
  const domain = safeDomainHashOf(account)
  const message = safeMessageHashOf(transaction)
  return hashOf(`0x1901${domain.slice(2)}${message.slice(2)}`)
}

/**
 * Hashes what the owners of a Safe sign, without the Safe: hardware wallets show it beside the domain.
 *
 * Source: EIP-712, `hashStruct` of SafeTx; the same from 1.0.0 on.
 *
 * @returns 32 bytes.
 * @throws {InvalidSafeTransactionError} when a number is outside 256 bits.
 */
export function safeMessageHashOf(transaction: SafeTransaction): Hex {
  const [call] = buildSafeCalls([transaction])
  const { safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce } =
    assertSafeTerms(transaction)
  const operation = operationByteOf(transaction.operation)
  const types = parseAbiParameters(
    'bytes32, address, uint256, bytes32, uint8, uint256, uint256, uint256, address, address, uint256',
  )
  return hashOf(
    encodeAbiParameters(types, [
      ...([hashOfText(transactionType), call!.to, call!.value, hashOf(call!.data)] as const),
      ...([operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce] as const),
    ]),
  )
}

/**
 * Hashes the domain that a Safe's signatures hold for: from 1.3.0 on its chain, before it every chain.
 *
 * Source: `domainSeparator` of the Safe contracts.
 *
 * @returns 32 bytes.
 * @throws {SafeVersionError} when the version is none, or older than 1.0.0.
 * @throws {InvalidSafeTransactionError} when the chain is not a whole number from 0 on.
 */
export function safeDomainHashOf({ safe, chainId, version }: SafeAccount): Hex {
  const place = parseAddress(safe)
  if (!Number.isSafeInteger(chainId) || chainId < 0)
    throw new InvalidSafeTransactionError('chainId')
  if (!isChainInDomain(version)) {
    const types = parseAbiParameters('bytes32, address')
    return hashOf(encodeAbiParameters(types, [hashOfText(earlyDomainType), place]))
  }
  const types = parseAbiParameters('bytes32, uint256, address')
  const values = [hashOfText(domainType), BigInt(chainId), place] as const
  return hashOf(encodeAbiParameters(types, values))
}

/**
 * Checks the numbers of a transaction that are not part of its call.
 *
 * @throws {InvalidSafeTransactionError} when a number is outside 256 bits.
 */
export function assertSafeTerms<Terms extends Omit<SafeTransaction, 'nonce'>>(
  transaction: Terms,
): Terms {
  for (const [field, value] of Object.entries(transaction)) {
    if (typeof value === 'bigint' && !isWord(value)) throw new InvalidSafeTransactionError(field)
  }
  return {
    ...transaction,
    gasToken: parseAddress(transaction.gasToken),
    refundReceiver: parseAddress(transaction.refundReceiver),
  }
}

/**
 * Tells whether the domain of a version names the chain.
 *
 * @throws {SafeVersionError} when the version is none, or older than 1.0.0.
 */
export function isChainInDomain(version: string): boolean {
  const match = /^(\d+)\.(\d+)\.(\d+)(\+L2)?$/.exec(version)
  const [major, minor] = [Number(match?.[1]), Number(match?.[2])]
  if (match === null || major < 1) throw new SafeVersionError(version)
  return major > 1 || minor >= 3
}

function hashOfText(text: string): Hex {
  return printHex(keccak256(encoder.encode(text)))
}

function hashOf(data: Hex): Hex {
  return printHex(keccak256(parseHex(data)))
}

/** A Safe was to do nothing at all. */
export class EmptySafeTransactionError extends BaseError {
  override readonly code = 'empty_safe_transaction'
  override readonly kind = 'invalid_input'

  constructor() {
    super({ message: 'There is no call to make. Give one or more.' })
  }
}

/** A version of the Safe contracts hashes by a rule that is not known. */
export class SafeVersionError extends BaseError {
  override readonly code = 'safe_version'
  override readonly kind = 'damaged_data'

  constructor(version: string) {
    super({
      message: `${JSON.stringify(version)} is not a Safe version with known hashes. Give the answer of its VERSION(), 1.0.0 or newer.`,
      facts: { version },
    })
  }
}

/** A number of a Safe transaction is outside what the contract can hold. */
export class InvalidSafeTransactionError extends BaseError {
  override readonly code = 'invalid_safe_transaction'
  override readonly kind = 'invalid_input'

  constructor(field: string) {
    super({
      message: `The ${field} of the transaction is not a whole number from 0 to 2^256 - 1. Give one.`,
      facts: { field },
    })
  }
}
