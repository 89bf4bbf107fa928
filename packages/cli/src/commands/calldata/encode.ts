import type { TreeFile } from '@vaultwright/formats'
import { parseAddress } from '@vaultwright/merkle'
import { type Encoded, type EncodedCall, encodeCalldata } from '@vaultwright/operations'
import { describeBatch } from '@vaultwright/packet'
import { type CallContext, ruleBook } from '@vaultwright/protocols'
import { guessChain, printChainGuess } from '@vaultwright/registry'
import { buildSafeBatch, printSafeBatch } from '@vaultwright/safe'
import { type ArgumentsOf, defineCommand, filledBy, required, text } from '../../command/command.ts'
import { assertGiven, UsageError } from '../../command/usage.ts'
import { parseCalls, readReads } from '../../input/call.ts'
import { chainOfWord } from '../../input/chain.ts'
import { readJson } from '../../input/input.ts'
import { type NamingOptions, namingOptions, readNaming } from '../../input/naming.ts'
import { readSoundTree } from '../../input/tree.ts'
import { type Context, type Json, yes } from '../../terminal/context.ts'
import { writeFileWhole } from '../../terminal/output-file.ts'
import { warnMatches, writeWarning } from '../../terminal/warning.ts'

const encodeOptions = {
  tree: filledBy(required(text('The tree whose root the strategist has', 'file')), 'tree'),
  calls: required(
    text(
      'JSON list of {target, data, value?, decoder?}; a flash loan is {tokens, amounts, inner: [...], target?, salt?}; - reads standard input',
      'file',
    ),
  ),
  'manager-tree': text(
    "The tree of the Manager's own root, for calls inside flash loans; else the same tree",
    'file',
  ),
  reads: text('JSON object of values read from the chain', 'file'),
  safe: text(
    'Write the call of the Manager as a batch file for the Safe web app; needs --chain unless the vault of the tree is on record',
    'file',
  ),
  'safe-address': text('The Safe that the batch is for', 'address'),
  chain: filledBy(
    text('The chain of the Safe batch, name or id; default: guessed from a known vault', 'name'),
    'chain',
    { beside: ['safe'] },
  ),
  ...namingOptions,
  definition: filledBy(namingOptions.definition, 'definition', { beside: ['safe'] }),
  lock: filledBy(namingOptions.lock, 'lock', { beside: ['safe'] }),
}

export const command = defineCommand({
  name: 'calldata encode',
  summary: 'Encode calls as one Manager calldata with their proofs',
  describe:
    'Encodes calls as one calldata for the Manager, each with the proof of the leaf that permits it. Calls that no leaf permits are all refused (exit 1), each with the reason, and nothing is encoded.',
  positionals: {},
  options: encodeOptions,
  examples: [
    ['calldata encode --tree tree.json --calls calls.json', 'Print the calldata'],
    [
      'calldata encode --tree tree.json --calls - --json < calls.json',
      'With the leaf of each call',
    ],
    [
      'calldata encode --tree tree.json --calls calls.json --safe batch.json --chain mainnet',
      'For the strategist that is a Safe',
    ],
  ],
  run: async (args, context) => {
    const path = assertGiven(args.tree, 'tree')
    const calls = parseCalls(await readJson(assertGiven(args.calls, 'calls'), context), 'calls')
    const file = await readSoundTree(path, context)
    const managerTreePath = args['manager-tree']
    const managerFile =
      managerTreePath === undefined ? file : await readSoundTree(managerTreePath, context)
    const reads = await readReads(args.reads, context)
    const encoded = encodeCalldata(calls, { file, managerFile, rules: ruleBook, reads })
    warnMatches(encoded.calls, { context, quiet: args.quiet })
    await writeSafeBatch(encoded, { options: args, file, context })
    return { json: () => encodedJsonOf(encoded), text: () => printEncoded(encoded), exit: yes }
  },
})

function encodedJsonOf({ manager, root, calldata, calls }: Encoded): Json {
  return { to: manager, calldata, root, calls: calls.map(callJsonOf) }
}

/** Prints encoded calls for a person: the calldata alone, ready to be pasted. */
function printEncoded({ calldata }: Encoded): readonly string[] {
  return [`${calldata}\n`]
}

function callJsonOf({ inner, ...call }: EncodedCall): Json {
  return inner.length === 0 ? call : { ...call, inner: inner.map(callJsonOf) }
}

/** Options that say something of the Safe batch alone. */
const withSafe = ['safe-address', 'chain', 'definition', 'lock', 'drone', 'decimals'] as const

type SafeBatchOptions = NamingOptions &
  Pick<ArgumentsOf<typeof encodeOptions>, 'safe' | 'safe-address' | 'chain' | 'quiet'>

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
