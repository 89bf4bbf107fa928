import {
  type Address,
  BaseError,
  type Hex,
  parseHex,
  parseHexOf,
  printHex,
} from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { multisigWalletAbi } from '@vaultwright/registry'
import { encodeFunctionData } from 'viem'
import { buildSafeCalls } from './call.ts'
import { decodeStrictly, SafeCalldataError } from './strict-calldata.ts'
import {
  assertSafeTerms,
  operationByteOf,
  type SafeOperation,
  type SafeTransaction,
} from './transaction.ts'

/** A transaction on its way to the Safe; its nonce is in the signatures alone. */
export type SafeExecution = Omit<SafeTransaction, 'nonce'> & {
  /** 65 bytes for each owner, in rising order of the owners' addresses. */
  readonly signatures: Hex
}

/** An owner's signature of a transaction's hash. */
export type SafeSignature = {
  readonly owner: Address
  /** r, s, v: 65 bytes. */
  readonly signature: Hex
}

/**
 * Encodes the call of a Safe that makes it do what its owners signed.
 *
 * Source: `execTransaction` of the Safe contracts.
 *
 * @param execution - the transaction without its nonce, and the packed signatures.
 * @returns calldata with its selector, lower case.
 * @throws {InvalidSafeCallError} {InvalidSafeTransactionError} when a field cannot be encoded.
 * @throws {InvalidHexError} when the signatures are not hex of whole bytes.
 */
export function encodeSafeExecution(execution: SafeExecution): Hex {
  const [call] = buildSafeCalls([execution])
  const { operation, signatures: given, ...terms } = assertSafeTerms(execution)
  const signatures = printHex(parseHex(given))
  return encodeFunctionData({
    abi: multisigWalletAbi,
    functionName: 'execTransaction',
    args: [
      ...([call!.to, call!.value, call!.data, operationByteOf(operation)] as const),
      ...([terms.safeTxGas, terms.baseGas, terms.gasPrice] as const),
      ...([terms.gasToken, terms.refundReceiver, signatures] as const),
    ],
  })
}

/**
 * Decodes the call of a Safe that makes it do what its owners signed, as strictly as it is written.
 *
 * @param data - calldata with its selector, either case.
 * @returns the transaction without its nonce, and the packed signatures.
 * @throws {SafeCalldataError} when it is another call, or not as an encoder writes it.
 */
export function decodeSafeExecution(data: Hex): SafeExecution {
  const decoded = decodeStrictly(multisigWalletAbi, data)
  if (decoded.functionName !== 'execTransaction') {
    throw new SafeCalldataError(`it calls ${decoded.functionName}, not execTransaction`, null)
  }
  const [to, value, inner, byte, safeTxGas, baseGas, gasPrice, ...rest] = decoded.args
  const [gasToken, refundReceiver, signatures] = rest
  // The contract knows two operations and reverts on any other byte.
  if (byte > 1) throw new SafeCalldataError(`it has operation ${byte}`, null)
  const operation: SafeOperation = byte === 0 ? 'call' : 'delegatecall'
  const terms = { safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, signatures }
  return { to, value, data: inner, operation, ...terms }
}

/**
 * Packs signatures the way a Safe reads them: in rising order of their owners.
 *
 * @param signatures - one an owner, in any order.
 * @returns 65 bytes each.
 * @throws {SafeSignatureError} when one is not 65 bytes or an owner signs twice.
 */
export function packSafeSignatures(signatures: readonly SafeSignature[]): Hex {
  const rows = signatures.map(({ owner, signature }) => ({
    owner: parseAddress(owner),
    digits: digitsOf(signature, owner),
  }))
  rows.sort((one, other) => (BigInt(one.owner) < BigInt(other.owner) ? -1 : 1))
  const twice = rows.find(({ owner }, index) => rows[index + 1]?.owner === owner)
  if (twice !== undefined) throw new SafeSignatureError(twice.owner, 'there twice')
  return `0x${rows.map(({ digits }) => digits).join('')}`
}

function digitsOf(signature: Hex, owner: Address): string {
  try {
    return printHex(parseHexOf(signature, 65)).slice(2)
  } catch {
    throw new SafeSignatureError(owner, 'not 65 bytes of hex')
  }
}

/** Signatures cannot be packed for a Safe. */
export class SafeSignatureError extends BaseError {
  override readonly code = 'safe_signature'
  override readonly kind = 'damaged_data'

  constructor(owner: Address, why: string) {
    super({
      message: `The signature of ${owner} is ${why}. Give r, s and v once for each owner.`,
      facts: { owner, why },
    })
  }
}
