import { type Hex, parseHex, printHex } from '@vaultwright/base'
import { multisigWalletAbi } from '@vaultwright/registry'
import { encodeFunctionData } from 'viem'
import { buildSafeCalls } from './call.ts'
import { operationByteOf, operationOfByte } from './operation.ts'
import { readStrictly, SafeCalldataError, type StrictReading } from './strict-calldata.ts'
import { assertSafeTerms, type SafeTransaction } from './transaction.ts'

/** A transaction on its way to the Safe; its nonce is in the signatures alone. */
export type SafeExecution = Omit<SafeTransaction, 'nonce'> & {
  /** 65 bytes for each owner, in rising order of the owners' addresses. */
  readonly signatures: Hex
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
  const { operation, signatures: signatureBytes, ...terms } = assertSafeTerms(execution)
  const signatures = printHex(parseHex(signatureBytes))
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
 * Decodes a call of `execTransaction`, as strictly as `encodeSafeExecution` writes it, and accepts
 * bytes after its arguments, as the chain does.
 *
 * @returns the execution, and what follows its arguments.
 * @throws {SafeCalldataError} when it is another call, or not as an encoder writes it.
 */
export function readSafeExecution(
  data: Hex,
): Pick<StrictReading<typeof abi>, 'trailing'> & { readonly execution: SafeExecution } {
  const { decoded, trailing } = readStrictly(abi, data)
  const [to, value, inner, byte, ...gasArguments] = decoded.args
  const [safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, signatures] = gasArguments
  const operation = operationOfByte(byte)
  if (operation === null) {
    throw new SafeCalldataError(`its operation is ${byte}, which no Safe runs`, { offset: 131 })
  }
  const terms = { safeTxGas, baseGas, gasPrice, gasToken, refundReceiver }
  return { execution: { to, value, data: inner, operation, ...terms, signatures }, trailing }
}

const abi = [
  multisigWalletAbi.find(({ name }) => name === 'execTransaction') as Extract<
    (typeof multisigWalletAbi)[number],
    { readonly name: 'execTransaction' }
  >,
] as const
