import type { SolanaNode, SvmLandedTransaction, SvmSignature } from '@vaultwright/chain'
import {
  decodeTransaction,
  type Instruction,
  type LookupTable,
  type Message,
  mergedFlags,
  type SvmAddress,
  systemProgram,
  type Transaction,
} from '@vaultwright/svm'
import { historyOf, type SvmDigestHistory, type SvmPastTransaction } from '@vaultwright/svm-builder'

export type SvmVaultHistory = SvmDigestHistory & {
  /** The number of transactions that were read, failed ones left out. */
  readonly transactions: number
  /** True if all transactions that name the vault were read: a node may have forgotten old ones. */
  readonly isComplete: boolean
}

/** The vault whose history is read, and its length. */
type SvmHistoryQuery = {
  readonly vault: SvmAddress
  readonly program: SvmAddress
  readonly vaultId: bigint
  /** The newest so many transactions; null: all. */
  readonly limit: number | null
}

const pageSize = 1_000
const batchSize = 20

/** Reads when the digests of a vault were created and closed, from the transactions that name its state. */
export async function readDigestHistory(
  node: Pick<SolanaNode, 'signaturesOf' | 'transactions'>,
  { vault, program, vaultId, limit }: SvmHistoryQuery,
): Promise<SvmVaultHistory> {
  const { signatures, isComplete } = await readSignatures(node, vault, limit)
  const succeeded = signatures.filter(({ isFailed }) => !isFailed).reverse()
  const past: SvmPastTransaction[] = []
  for (let start = 0; start < succeeded.length; start += batchSize) {
    const batch = succeeded.slice(start, start + batchSize).map(({ signature }) => signature)
    const landed = await node.transactions(batch)
    past.push(...landed.flatMap((entry) => (entry === null ? [] : [pastTransactionOf(entry)])))
  }
  return {
    ...historyOf(past, { program, vaultId }),
    transactions: past.length,
    isComplete: isComplete && past.length === succeeded.length,
  }
}

/** Newest first, page by page. */
async function readSignatures(
  node: Pick<SolanaNode, 'signaturesOf'>,
  vault: SvmAddress,
  limit: number | null,
): Promise<{ readonly signatures: readonly SvmSignature[]; readonly isComplete: boolean }> {
  const signatures: SvmSignature[] = []
  for (;;) {
    const pageLimit = Math.min(pageSize, (limit ?? Number.POSITIVE_INFINITY) - signatures.length)
    if (pageLimit === 0) return { signatures, isComplete: false }
    const before = signatures.at(-1)?.signature
    const page = await node.signaturesOf(vault, {
      limit: pageLimit,
      ...(before === undefined ? {} : { before }),
    })
    signatures.push(...page)
    if (page.length < pageLimit) return { signatures, isComplete: true }
  }
}

/** Decodes a transaction and the calls that programs made in it. */
function pastTransactionOf(landed: SvmLandedTransaction): SvmPastTransaction {
  const { signature, slot, blockTimeUnix, base64, innerCalls } = landed
  const { accounts, message } = decodeTransaction(base64, tablesOf(landed))
  const outer = message === null ? [] : shownInstructions(message, accounts)
  const instructions = outer.flatMap((instruction, index) => [
    instruction,
    ...innerCalls.flatMap((call) =>
      call.instruction === index ? innerInstructionOf(call, accounts) : [],
    ),
  ])
  return { signature, slot, unixTime: blockTimeUnix, instructions }
}

/** The instructions with the flags that the runtime gave them. */
function shownInstructions(
  message: Message,
  listed: Transaction['accounts'],
): readonly Instruction[] {
  const flagsOf = mergedFlags(message, listed)
  return message.instructions.map((instruction) => ({
    ...instruction,
    accounts: instruction.accounts.map(({ address }) => ({ address, ...flagsOf(address) })),
  }))
}

/** A call whose bytes the node's answer did not hold is too long to be one of a digest. */
function innerInstructionOf(
  { programIndex, accountIndices, data }: SvmLandedTransaction['innerCalls'][number],
  accounts: Transaction['accounts'],
): readonly Instruction[] {
  const program = accounts[programIndex]
  const named = accountIndices.map((index) => accounts[index])
  if (program === undefined || data === null || named.includes(undefined)) return []
  return [{ program: program.address, accounts: named.flatMap((meta) => meta ?? []), data }]
}

/** The node says which addresses the tables gave; the places that the transaction names get them. */
function tablesOf({ base64, loadedAddresses }: SvmLandedTransaction): readonly LookupTable[] {
  const writable = [...loadedAddresses.writable]
  const readonly = [...loadedAddresses.readonly]
  return decodeTransaction(base64).lookups.map((lookup) => {
    const addresses = Array.from({ length: 256 }, () => systemProgram)
    for (const index of lookup.writable) addresses[index] = writable.shift() ?? systemProgram
    for (const index of lookup.readonly) addresses[index] = readonly.shift() ?? systemProgram
    return { address: lookup.table, addresses }
  })
}
