import type { Address } from '@vaultwright/base'
import { printReadingWitness } from '@vaultwright/check'
import type { TreeFile } from '@vaultwright/formats'
import type { PriceBook } from '@vaultwright/indexer'
import { checksumOf } from '@vaultwright/merkle'
import { readNavAt } from '@vaultwright/operations'
import { chainOf } from '@vaultwright/registry'
import { count, defineCommand, list, text } from '../../../command/command.ts'
import { UsageError } from '../../../command/usage.ts'
import { parseText } from '../../../failure/file-problem.ts'
import { buildTreeFor } from '../../../input/definition.ts'
import { readInput, textOf } from '../../../input/input.ts'
import { onChain } from '../../../input/node.ts'
import { blockTagOf, neededNodeOptions } from '../../../input/node-option.ts'
import { readTree } from '../../../input/tree.ts'
import type { Context } from '../../../terminal/context.ts'
import { writeFileWhole } from '../../../terminal/output-file.ts'
import { controlOptions, type VaultMeant, vaultMeant, vaultWord } from '../control/control-input.ts'
import { navAnswerOf } from './nav-print.ts'

export const command = defineCommand({
  name: 'nav show',
  summary: 'Count what a vault is worth, and hold the reported worth against it',
  describe:
    'Counts what a vault holds and owes at a block and holds it against what its accountant reports: the least and the most, each holding with its price, places that could not be read, and allowances. Every reader is executed on state that follows from the hash of the block; prices that no contract says there are told, and marked. The places are those that the leaves of every root ever set lead to: a definition builds the trees in force, --tree gives others. Exit 1 if a flag is raised.',
  positionals: { vault: vaultWord },
  options: {
    'block-hash': text('The hash of the block, from a source that you trust', '0x…'),
    tree: list('The tree of a root that it has or had; may be repeated', 'file'),
    prices: text('The prices of its assets, as the indexer takes them', 'file'),
    manager: controlOptions.manager,
    accountant: controlOptions.accountant,
    'from-block': count(
      'A block before its first root; default: its deployment, for which the node needs past state; the answer then says that earlier roots were not looked for',
      'number',
    ),
    witness: text('Write what proves the answer, for nav replay', 'file'),
    ...neededNodeOptions,
  },
  examples: [
    ['nav show vault.yaml --chain mainnet --prices prices.yaml', 'Is the rate true?'],
    ['nav show vault.yaml --block-hash 0x… --witness nav.json', 'Keep what proves it'],
  ],
  run: async (args, context) => {
    const hash = args['block-hash']
    if (hash !== undefined && args.block !== undefined)
      throw new UsageError('Give --block or --block-hash, not both.')
    const meant = await vaultMeant({ ...args, teller: undefined, queue: undefined }, context)
    const trees = await treesOf(meant, args.tree, context)
    const prices = await pricesIn(args.prices, context)
    const { accountant, vault, manager } = meant.contracts
    const fromBlock = args['from-block']
    const options = { ...args, chain: meant.chain ?? args.chain }
    const { report, witness } = await onChain(options, context, async (chain) => {
      const place = {
        chain: chainOf(chain.id)?.slug ?? String(chain.id),
        vault: checksumOf(vault),
        deployment: {
          manager: checksumOf(manager),
          accountant: accountant === null ? null : checksumOf(accountant),
          drones: dronesOf(meant),
        },
        trees,
        prices,
        fromBlock: fromBlock === undefined ? null : BigInt(fromBlock),
        fetch: globalThis.fetch,
      }
      const block = await chain.readBlock(blockTagOf(hash ?? args.block, 'block-hash'))
      return readNavAt(chain, place, block)
    })
    if (args.witness !== undefined)
      await writeFileWhole(args.witness, [printReadingWitness(witness)], context)
    return navAnswerOf(report)
  },
})

/** Builds the trees of a definition, and reads those that are given. */
async function treesOf(
  { definition }: VaultMeant,
  paths: readonly string[],
  context: Context,
): Promise<readonly TreeFile[]> {
  const trees: TreeFile[] = []
  for (const path of paths) trees.push(await readTree(path, context))
  if (definition === null) return trees
  const { source, chain } = definition
  for (const { name } of chain.strategists) {
    const options = { strategist: name, capacity: undefined, 'keep-duplicates': false }
    trees.push((await buildTreeFor(source, chain, { options, context })).file)
  }
  return trees
}

function dronesOf({ definition }: VaultMeant): readonly Address[] {
  return definition === null ? [] : [...definition.chain.drones.values()]
}

async function pricesIn(path: string | undefined, context: Context): Promise<PriceBook> {
  if (path === undefined) return { prices: [] }
  const { parsePriceBook } = await import('@vaultwright/indexer')
  return parseText({ path, text: textOf(await readInput(path, context), path) }, parsePriceBook)
}
