import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import type { SimulationRequest } from '@vaultwright/chain'
import { parseAddress } from '@vaultwright/merkle'
import { ruleBook } from '@vaultwright/protocols'
import { parseCalls } from './call-input.ts'
import type { Context } from './context.ts'
import { encodeCalldata } from './encode.ts'
import { readHex } from './hex-input.ts'
import { readJson } from './input.ts'
import { blockTagOf } from './node-input.ts'
import { readOverrides } from './override-input.ts'
import { readReads } from './reads-input.ts'
import { remarkMatches } from './remark.ts'
import { amountAt } from './shape.ts'
import { readSoundTree } from './tree-input.ts'
import { assertGiven, UsageError } from './usage.ts'

/** How a person says which transaction is simulated. */
export type TransactionWords = {
  readonly calldata: string | undefined
  readonly calls: string | undefined
  readonly tree: string | undefined
  readonly 'manager-tree': string | undefined
  readonly reads: string | undefined
  readonly from: string | undefined
  readonly to: string | undefined
  readonly manager: string | undefined
  readonly value: string | undefined
  readonly block: string | undefined
  readonly overrides: string | undefined
  readonly vault: string | undefined
  readonly watch: readonly string[]
  readonly quiet: boolean
}

/**
 * Reads the transaction that shall be simulated: calldata as it is, or calls that are encoded first.
 *
 * @throws {UsageError} when calldata, sender or receiver is missing, or one is given twice.
 * @throws {CallRefusedError} when no leaf permits a call, and what reading throws.
 */
export async function readRequest(
  words: TransactionWords,
  context: Context,
): Promise<SimulationRequest> {
  const from = parseAddress(assertGiven(words.from, 'from'))
  const block = blockTagOf(words.block)
  const { data, manager } = await readData(words, context)
  const to = receiverOf(words, manager)
  const overrides = await readOverrides(words.overrides, context)
  return {
    ...{ from, to, data, block },
    ...(words.value === undefined ? {} : { value: amountAt(words.value, '--value') }),
    ...(overrides === undefined ? {} : { overrides }),
    ...(words.vault === undefined ? {} : { vault: parseAddress(words.vault) }),
    ...(words.watch.length === 0 ? {} : { watch: words.watch.map((one) => parseAddress(one)) }),
  }
}

async function readData(
  words: TransactionWords,
  context: Context,
): Promise<{ readonly data: Hex; readonly manager: Address | null }> {
  const { calldata, calls, tree, quiet } = words
  if ((calldata === undefined) === (calls === undefined)) {
    throw new UsageError(
      calldata === undefined
        ? 'There is nothing to simulate. Give calldata, or --calls and --tree.'
        : 'Calldata and --calls are given. Give one of them.',
    )
  }
  const file = tree === undefined ? null : await readSoundTree(tree, context)
  const manager = file?.metadata.manager ?? null
  if (calldata !== undefined) return { data: await readHex(calldata, context), manager }
  if (file === null) assertGiven(tree, 'tree')
  const wanted = parseCalls(await readJson(calls!, context), 'calls')
  const other = words['manager-tree']
  const managerFile = other === undefined ? file! : await readSoundTree(other, context)
  const reads = await readReads(words.reads, context)
  const encoded = encodeCalldata(wanted, { file: file!, managerFile, rules: ruleBook, reads })
  remarkMatches(encoded.calls, { context, quiet })
  return { data: encoded.calldata, manager }
}

function receiverOf(words: TransactionWords, stated: Address | null): Address {
  const { to, manager } = words
  const receiver = to === undefined ? null : parseAddress(to)
  const named = manager === undefined ? null : parseAddress(manager)
  if (receiver !== null && named !== null && !isSameAddress(receiver, named)) {
    throw new UsageError('--to and --manager name different accounts. Give one of them.')
  }
  const found = receiver ?? named ?? stated
  if (found !== null) return found
  throw new UsageError(
    'Nobody said where the calldata goes. Give --to, or --tree with a tree that states its Manager.',
  )
}
