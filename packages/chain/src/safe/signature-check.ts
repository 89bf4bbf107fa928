import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import type { BlockRef, EthCall } from '@vaultwright/outcome'
import { multisigWalletAbi, safeAbi } from '@vaultwright/registry'
import type { SafeAccountState, SafeTransaction, SignatureReader } from '@vaultwright/safe'
import { type Abi, encodeFunctionData } from 'viem'
import type { Chain } from '../port/chain.ts'

const abi: Abi = [...multisigWalletAbi, ...safeAbi]
const legacyAnswer = '0x20c13b0b'
const answer1271 = '0x1626ba7e'

/**
 * Makes the reader of what only the chain tells of signatures, at the block of the account.
 *
 * A contract is asked as the Safe's version asks it: up to 1.4.1 with the bytes that hash to the hash.
 */
export function signatureReaderOf(
  chain: Pick<Chain, 'readCalls'>,
  account: SafeAccountState,
  block: BlockRef,
): SignatureReader {
  const { safe, threshold } = account
  const isNew = asksByHash(account)
  return {
    isApproved: async (owner, hash) => {
      const data = encode('approvedHashes', [owner, hash])
      const [answer] = await chain.readCalls([{ to: safe, data }], block)
      return answer?.ok === true && answer.data.length === 66 ? BigInt(answer.data) !== 0n : null
    },
    isAccepted: async ({ owner, hash, preimage, payload }) => {
      const data = encode('isValidSignature', [isNew ? hash : preimage, payload])
      const [answer] = await chain.readCalls([{ to: owner, data, from: safe }], block)
      if (answer === undefined) return null
      return answer.ok && answer.data.slice(0, 10) === (isNew ? answer1271 : legacyAnswer)
    },
    isExecutable: (question) =>
      checkSignatures(chain, { ...question, safe, threshold, isNew }, block),
  }
}

/** Packed signatures, and the Safe that is asked about them. */
type SignatureQuestion = {
  readonly safe: Address
  readonly hash: Hex
  readonly preimage: Hex
  readonly signatures: Hex
  readonly threshold: number
  readonly isNew: boolean
}

/**
 * Asks the Safe whether it accepts packed signatures.
 *
 * An account without the function may answer with success: no signature at all must be refused, or the answer is null.
 */
async function checkSignatures(
  chain: Pick<Chain, 'readCalls'>,
  { safe, hash, preimage, signatures, threshold, isNew }: SignatureQuestion,
  block: BlockRef,
): Promise<boolean | null> {
  const question = (bytes: Hex): EthCall => {
    const count = BigInt(threshold)
    const args = isNew ? [zeroAddress, hash, bytes, count] : [hash, preimage, bytes, count]
    return { to: safe, data: encode('checkNSignatures', args) }
  }
  const [answer, empty] = await chain.readCalls([question(signatures), question('0x')], block)
  if (answer === undefined || empty === undefined || empty.ok) return null
  return answer.ok
}

/**
 * Reads the hash that the Safe itself computes of a transaction.
 *
 * @returns null where it does not answer.
 */
export async function readSafeHash(
  chain: Pick<Chain, 'readCalls'>,
  { safe, transaction }: { readonly safe: Address; readonly transaction: SafeTransaction },
  block: BlockRef,
): Promise<Hex | null> {
  const { to, value, data, operation, safeTxGas, baseGas, gasPrice } = transaction
  const { gasToken, refundReceiver, nonce } = transaction
  const byte = operation === 'delegatecall' ? 1 : 0
  const terms = [safeTxGas, baseGas, gasPrice, gasToken, refundReceiver, nonce]
  const call = { to: safe, data: encode('getTransactionHash', [to, value, data, byte, ...terms]) }
  const [answer] = await chain.readCalls([call], block)
  return answer?.ok === true && answer.data.length === 66 ? answer.data : null
}

function asksByHash({ version }: Pick<SafeAccountState, 'version'>): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 1 || (major === 1 && minor >= 5)
}

/** The overload is found by the kind of the first argument: 20 bytes are an executor, 32 a hash. */
function encode(functionName: string, args: readonly unknown[]): Hex {
  const isOverloaded = functionName === 'checkNSignatures' || functionName === 'isValidSignature'
  if (!isOverloaded) return encodeFunctionData({ abi, functionName, args })
  const first = String(args[0])
  const type = first.length === 42 ? 'address' : first.length === 66 ? 'bytes32' : 'bytes'
  const overload = safeAbi.find(
    ({ name, inputs }) => name === functionName && inputs[0].type === type,
  )!
  return encodeFunctionData({ abi: [overload] as Abi, functionName, args })
}
