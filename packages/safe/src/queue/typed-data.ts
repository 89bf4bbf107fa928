import type { Address, Hex } from '@vaultwright/base'
import { operationByteOf } from '../operation.ts'
import { isChainInDomain, type SafeAccount, type SafeTransaction } from '../transaction.ts'

/** EIP-712 typed data as a wallet is asked to sign it: numbers are decimal texts. */
export type TypedData = {
  readonly domain: { readonly [name: string]: string | number }
  readonly types: { readonly [name: string]: readonly TypedField[] }
  readonly primaryType: string
  readonly message: { readonly [name: string]: string | number }
}

type TypedField = { readonly name: string; readonly type: string }

/** The service takes a signature in the hour that it is made for, and in the next. */
const secondsAnHour = 3600

const safeFields: readonly TypedField[] = [
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'data', type: 'bytes' },
  { name: 'operation', type: 'uint8' },
  { name: 'safeTxGas', type: 'uint256' },
  { name: 'baseGas', type: 'uint256' },
  { name: 'gasPrice', type: 'uint256' },
  { name: 'gasToken', type: 'address' },
  { name: 'refundReceiver', type: 'address' },
  { name: 'nonce', type: 'uint256' },
]
const domainFields = {
  name: { name: 'name', type: 'string' },
  version: { name: 'version', type: 'string' },
  chainId: { name: 'chainId', type: 'uint256' },
  verifyingContract: { name: 'verifyingContract', type: 'address' },
} as const

/**
 * Makes what the owners' wallets sign of a transaction. `openSignedDocument` reads it back.
 *
 * Source: `SAFE_TX_TYPEHASH` and `domainSeparator` of the Safe contracts; before 1.3.0 without a chain.
 *
 * @throws {SafeVersionError} when the version is none, or older than 1.0.0.
 */
export function safeTypedDataOf(
  transaction: SafeTransaction,
  { safe, chainId, version }: SafeAccount,
): TypedData {
  const { to, value, data, gasToken, refundReceiver } = transaction
  const isChainBound = isChainInDomain(version)
  return typedData('SafeTx', safeFields, {
    domain: { ...(isChainBound ? { chainId } : {}), verifyingContract: safe },
    message: {
      to,
      value: String(value),
      data,
      operation: operationByteOf(transaction.operation),
      safeTxGas: String(transaction.safeTxGas),
      baseGas: String(transaction.baseGas),
      gasPrice: String(transaction.gasPrice),
      gasToken,
      refundReceiver,
      nonce: String(transaction.nonce),
    },
  })
}

/** An act that the Safe's service takes for an hour. */
type HourlyAct = {
  readonly chainId: number
  /** Seconds since 1970. */
  readonly atUnix: number
}

/**
 * Makes what an owner signs to name a delegate, who may propose and never confirm.
 *
 * Source: `POST /v2/delegates/` of the Safe transaction service.
 */
export function delegateTypedDataOf({
  delegate,
  chainId,
  atUnix,
}: HourlyAct & { readonly delegate: Address }): TypedData {
  const fields = [
    { name: 'delegateAddress', type: 'address' },
    { name: 'totp', type: 'uint256' },
  ]
  return typedData('Delegate', fields, {
    domain: { name: 'Safe Transaction Service', version: '1.0', chainId },
    message: { delegateAddress: delegate, totp: hourOf(atUnix) },
  })
}

/**
 * Makes what a proposer signs to withdraw a proposal. Signatures that owners gave stay valid.
 *
 * Source: `DELETE /v2/multisig-transactions/{hash}/` of the Safe transaction service.
 */
export function deletionTypedDataOf({
  safe,
  hash,
  chainId,
  atUnix,
}: HourlyAct & { readonly safe: Address; readonly hash: Hex }): TypedData {
  const fields = [
    { name: 'safeTxHash', type: 'bytes32' },
    { name: 'totp', type: 'uint256' },
  ]
  return typedData('DeleteRequest', fields, {
    domain: {
      name: 'Safe Transaction Service',
      version: '1.0',
      chainId,
      verifyingContract: safe,
    },
    message: { safeTxHash: hash, totp: hourOf(atUnix) },
  })
}

function typedData(
  primaryType: string,
  fields: readonly TypedField[],
  { domain, message }: Pick<TypedData, 'domain' | 'message'>,
): TypedData {
  const separator = Object.values(domainFields).filter(({ name }) => name in domain)
  const types = { EIP712Domain: separator, [primaryType]: fields }
  return { domain, types, primaryType, message }
}

function hourOf(atUnix: number): number {
  return Math.floor(atUnix / secondsAnHour)
}
