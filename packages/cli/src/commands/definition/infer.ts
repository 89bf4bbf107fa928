import { basename, dirname, join } from 'node:path'
import type { Address } from '@vaultwright/base'
import {
  emptyLock,
  type Inference,
  inferDefinition,
  printDefinition,
  printOrder,
} from '@vaultwright/definition'
import type { TreeFile } from '@vaultwright/formats'
import { parseAddress } from '@vaultwright/merkle'
import { knownFactsFor } from '@vaultwright/operations'
import {
  type ChainInfo,
  chainOf,
  guessChain,
  knownVaults,
  printChainGuess,
} from '@vaultwright/registry'
import { type ArgumentsOf, defineCommand, filledBy, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { chainOfWord } from '../../input/chain.ts'
import { readLock } from '../../input/definition.ts'
import { readSoundTree } from '../../input/tree.ts'
import { type Context, yes } from '../../terminal/context.ts'
import { assertAllReplaceable, writeFileWhole } from '../../terminal/output-file.ts'
import { printSafely } from '../../terminal/table.ts'
import { writeWarning } from '../../terminal/warning.ts'
import { printInference } from './print.ts'

const inferOptions = {
  chain: filledBy(
    text('The chain of the vault, name or id; default: guessed from a known vault', 'name'),
    'chain',
  ),
  name: text('What people call the vault', 'text'),
  strategist: text('Name of the strategist of the tree; default: main', 'name'),
  address: text('Address of that strategist', 'address'),
  vault: text('The vault, where the file names none', 'address'),
  manager: text('The Manager, where the file names none', 'address'),
  lock: filledBy(text('A lock file, to recognise the accounts of the tree', 'file'), 'lock'),
}

export const command = defineCommand({
  name: 'definition infer',
  summary: 'Propose the definition of an existing tree',
  describe:
    'Proposes the definition of an existing tree: leaves that protocols describe become entries, the rest stays as it is. Beside --out an order file is written, with which the definition builds the very same root.',
  positionals: { tree: { describe: 'Tree file of any format, or - for standard input' } },
  options: inferOptions,
  examples: [
    [
      'definition infer tree.json --chain mainnet --out vault.yaml',
      'Write vault.yaml and vault.order.json',
    ],
    ['definition infer tree.json --chain base', 'Only look at it'],
  ],
  run: async (args, context) => {
    const { inference, text, order } = await inferredFrom(args, context)
    if (args.out !== undefined) {
      assertAllReplaceable([order, { path: args.out, text }], context)
      await writeFileWhole(order.path, [order.text], context)
    }
    const orderPath = args.out === undefined ? null : order.path
    const { used, recognised, unrecognised, possible } = inference
    const log = { context, quiet: args.quiet }
    if (args.out === undefined) {
      const reason = `recognised ${recognised} of ${used} leaves. Give --out to write the order file as well; the root depends on it.`
      writeWarning(reason, log)
    }
    const summary = { used, recognised, unrecognised, possible, order: orderPath, file: args.out }
    if (args.json && args.out === undefined) {
      const json = () => ({ ...summary, definition: text })
      return { json, text: () => [text], exit: yes }
    }
    return {
      document: () => [text],
      json: () => summary,
      text: (style) => [
        ...printInference(inference, style),
        `wrote ${printSafely(args.out ?? '')}, and ${printSafely(orderPath ?? '')}, which keeps the root\n`,
      ],
      exit: yes,
    }
  },
})

type InferCommandOptions = ArgumentsOf<typeof inferOptions> & { readonly tree: string }

/** A definition that was inferred, and the order file beside it. */
export type InferredDefinition = {
  readonly file: TreeFile
  readonly chain: ChainInfo
  readonly vault: Address | null
  readonly inference: Inference
  readonly text: string
  /** The order that keeps the root, beside the definition. */
  readonly order: { readonly path: string; readonly text: string }
}

/** Infers the definition of a tree file, and its order beside `--out`; writes neither. */
export async function inferredFrom(
  options: InferCommandOptions,
  context: Context,
): Promise<InferredDefinition> {
  const file = await readSoundTree(options.tree, context)
  const chain = chainMeant(file, options, context)
  const lock = options.lock === undefined ? emptyLock : await readLock(options.lock, context)
  const vault = options.vault === undefined ? file.metadata.vault : parseAddress(options.vault)
  const knownVault = knownVaults.find((one) => one.vault.toLowerCase() === vault?.toLowerCase())
  const stem = stemOf(options.out ?? (options.tree === '-' ? 'vault' : options.tree))
  const orderName = `${stem}.order.json`
  const inference = inferDefinition(file, {
    chain,
    vault,
    name: options.name ?? knownVault?.name ?? stem,
    strategist: options.strategist ?? 'main',
    account: options.address === undefined ? null : parseAddress(options.address),
    manager: options.manager === undefined ? null : parseAddress(options.manager),
    orderPath: orderName,
    knownFacts: knownFactsFor({ lock }, chain.id),
  })
  const text = printDefinition(inference.definition, inference.notes)
  const order = {
    path: join(dirname(options.out ?? '.'), orderName),
    text: printOrder(inference.order),
  }
  return { file, chain, vault, inference, text, order }
}

/** The chain that is named, else that of a known vault. */
function chainMeant(
  { tree, metadata }: TreeFile,
  { chain: word, vault: named, quiet }: InferCommandOptions,
  context: Context,
): ChainInfo {
  if (word === undefined) {
    const vault = named === undefined ? metadata.vault : parseAddress(named)
    const accounts = tree.leaves.flatMap((leaf) => [leaf.target, ...leaf.arguments])
    const guess = guessChain({ vault, manager: metadata.manager, accounts })
    const chain = guess === null ? null : chainOf(guess.chainId)
    if (guess === null || chain === null) {
      throw new UsageError(
        `A tree file does not say its chain, and ${vault ?? 'its vault'} is not a vault on record. Give --chain, as in --chain mainnet.`,
      )
    }
    writeWarning(`chain: ${printChainGuess(guess)}`, { context, quiet })
    return chain
  }
  const { id, known: knownChain } = chainOfWord(word, 'chain')
  if (knownChain !== null) return knownChain
  throw new UsageError(`--chain ${id} is not a known chain. Give a known chain by name or id.`, {
    option: 'chain',
    value: word,
  })
}

function stemOf(path: string): string {
  return basename(path).replace(/\.(ya?ml|json)$/, '')
}
