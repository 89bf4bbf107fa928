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
import type { SvmLandedTransaction, SvmSignature } from './history-read.ts'
import type { SolanaNode } from './solana-node.ts'

/** The choice of transactions. */
type SvmPastQuery = {
  /** The address that they name. */
  readonly address: SvmAddress
  /** The newest so many; null: all. */
  readonly limit: number | null
  /** Only those after this signature; default: down to the oldest. */
  readonly until?: string
}

/** Past transactions, and how much of the past they are. */
type SvmPast = {
  /** Those that succeeded, oldest first, with the calls that programs made inside. */
  readonly transactions: readonly ReturnType<typeof pastTransactionOf>[]
  /** True if all of them were read: a node may have forgotten old ones. */
  readonly isComplete: boolean
  /** The newest signature, of a failed one too; null without any. */
  readonly newest: string | null
}

const pageSize = 1_000
const batchSize = 20

/** Reads the transactions that name an address, and decodes them. */
export async function readPastTransactions(
  node: Pick<SolanaNode, 'signaturesOf' | 'transactions'>,
  query: SvmPastQuery,
): Promise<SvmPast> {
  const { signatures, isComplete } = await readSignatures(node, query)
  const succeeded = signatures.filter(({ isFailed }) => !isFailed).reverse()
  const transactions: ReturnType<typeof pastTransactionOf>[] = []
  for (let start = 0; start < succeeded.length; start += batchSize) {
    const batch = succeeded.slice(start, start + batchSize).map(({ signature }) => signature)
    const landed = await node.transactions(batch)
    for (const entry of landed) if (entry !== null) transactions.push(pastTransactionOf(entry))
  }
  return {
    transactions,
    isComplete: isComplete && transactions.length === succeeded.length,
    newest: signatures[0]?.signature ?? null,
  }
}

/** Newest first, page by page. */
async function readSignatures(
  node: Pick<SolanaNode, 'signaturesOf'>,
  { address, limit, until }: SvmPastQuery,
): Promise<{ readonly signatures: readonly SvmSignature[]; readonly isComplete: boolean }> {
  const signatures: SvmSignature[] = []
  for (;;) {
    const pageLimit = Math.min(pageSize, (limit ?? Number.POSITIVE_INFINITY) - signatures.length)
    if (pageLimit === 0) return { signatures, isComplete: false }
    const before = signatures.at(-1)?.signature
    const page = await node.signaturesOf(address, {
      limit: pageLimit,
      ...(before !== undefined && { before }),
      ...(until !== undefined && { until }),
    })
    signatures.push(...page)
    if (page.length < pageLimit) return { signatures, isComplete: true }
  }
}

/** Decodes a transaction and the calls that programs made in it. */
function pastTransactionOf(landed: SvmLandedTransaction) {
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
