import type { TreeFile } from '@vaultwright/formats'
import { parseAddress } from '@vaultwright/merkle'
import type { Encoded } from '@vaultwright/operations'
import { describeBatch } from '@vaultwright/packet'
import type { CallContext } from '@vaultwright/protocols'
import { guessChain, printChainGuess } from '@vaultwright/registry'
import { buildSafeBatch, printSafeBatch } from '@vaultwright/safe'
import { UsageError } from '../../command/usage.ts'
import { chainOfWord } from '../../input/chain.ts'
import { type NamingOptions, readNaming } from '../../input/naming.ts'
import type { Context } from '../../terminal/context.ts'
import { writeFileWhole } from '../../terminal/output-file.ts'
import { writeWarning } from '../../terminal/warning.ts'

/** Options that say something of the Safe batch alone. */
const withSafe = ['safe-address', 'chain', 'definition', 'lock', 'drone', 'decimals'] as const

export type SafeBatchOptions = NamingOptions & {
  readonly safe: string | undefined
  readonly 'safe-address': string | undefined
  readonly chain: string | undefined
  readonly quiet: boolean
}

type SafeBatchPlace = {
  readonly options: SafeBatchOptions
  readonly file: TreeFile
  readonly context: Context
}

/** Writes calldata of a Manager as a batch file of the Safe web app, where one is wanted. */
export async function writeSafeBatch(
  encoded: Encoded,
  { options, file, context }: SafeBatchPlace,
): Promise<void> {
  const { safe: path, quiet } = options
  if (path === undefined) {
    const option = withSafe.find((name) => (options[name]?.length ?? 0) > 0)
    if (option === undefined) return
    throw new UsageError(`--${option} needs --safe. Give it as well.`)
  }
  const text = await safeBatchTextOf(encoded, { options, file, context })
  await writeFileWhole(path, [text], context)
  writeWarning(`wrote ${path}`, { context, quiet })
}

export async function safeBatchTextOf(
  { manager, calldata, calls }: Encoded,
  { options, file, context }: SafeBatchPlace,
): Promise<string> {
  if (manager === null) {
    throw new UsageError('The tree states no Manager for the Safe to call. Give a tree that does.')
  }
  const chainId = chainIdOf(file, { options, context })
  const account = options['safe-address']
  const { vault } = file.metadata
  const naming = await readNaming(options, { chainId, vault, file }, context)
  const batch = buildSafeBatch({
    chainId,
    safe: account === undefined ? null : parseAddress(account),
    name: `${calls.length} ${calls.length === 1 ? 'call' : 'calls'} of the vault`,
    description: sentencesOf(calldata, manager, naming),
    createdAtMs: context.now(),
    calls: [{ to: manager, value: 0n, data: calldata }],
  })
  return printSafeBatch(batch)
}

/** The descriptions of the calls, from their calldata. */
function sentencesOf(
  calldata: Encoded['calldata'],
  manager: Encoded['manager'],
  naming: CallContext,
): string {
  const descriptions = describeBatch(calldata, naming, { manager })
  return [...descriptions.values()].flatMap(({ sentences }) => sentences).join('; ')
}

function chainIdOf(
  { tree, metadata }: TreeFile,
  { options, context }: Pick<SafeBatchPlace, 'options' | 'context'>,
): number {
  if (options.chain !== undefined) return chainOfWord(options.chain, 'chain').id
  const accounts = tree.leaves.flatMap((leaf) => [leaf.target, ...leaf.arguments])
  const { vault, manager } = metadata
  const guess = guessChain({ vault, manager, accounts })
  if (guess !== null) {
    writeWarning(`chain: ${printChainGuess(guess)}`, { context, quiet: options.quiet })
    return guess.chainId
  }
  throw new UsageError('A Safe batch is of one chain, which is not known. Give --chain.')
}
