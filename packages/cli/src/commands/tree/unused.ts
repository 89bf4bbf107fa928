import { inferDefinition, printDefinition } from '@vaultwright/definition'
import type { TreeFile } from '@vaultwright/formats'
import { parseAddress } from '@vaultwright/merkle'
import { ruleBook } from '@vaultwright/protocols'
import { chainOf, knownVaults } from '@vaultwright/registry'
import { minimalTreeOf, type TreeUsage, usageOf } from '@vaultwright/review'
import { count, defineCommand, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { blockTagOf, neededNodeOptions } from '../../input/node-option.ts'
import { readSoundTree } from '../../input/tree.ts'
import { type Json, yes } from '../../terminal/context.ts'
import { plain } from '../../terminal/style.ts'
import { printPairs, printSafely } from '../../terminal/table.ts'
import { writeWarning } from '../../terminal/warning.ts'

const secondsADay = 86_400n

export const command = defineCommand({
  name: 'tree unused',
  summary: 'List the leaves that a history did not use',
  describe:
    "Lists the leaves of a tree that a vault's history did not use, and proposes the minimal tree that would have sufficed, as a definition for review. Reads the Manager's logs over a range of blocks and the batches of their transactions, those of Safes and inside flash loans among them.",
  positionals: { file: { describe: 'Tree file of any format, or - for standard input' } },
  options: {
    ...neededNodeOptions,
    manager: text('The Manager; default: as the tree states', 'address'),
    strategist: text('Only batches of this strategist; default: all of the Manager', 'address'),
    'logs-from': count('The first block that is searched; default: 0', 'block'),
    days: count('Only batches of the last so many days before the block', 'days'),
    name: text('What the proposed definition calls the vault', 'text'),
  },
  examples: [
    ['tree unused tree.json --rpc-url http://127.0.0.1:8545', 'What was never used?'],
    [
      'tree unused tree.json --chain mainnet --logs-from 20000000 --days 90 --out minimal.yaml',
      'The minimal tree of 90 days, as a definition',
    ],
  ],
  run: async (args, context) => {
    const file = await readSoundTree(args.file, context)
    const manager = args.manager === undefined ? file.metadata.manager : parseAddress(args.manager)
    if (manager === null) throw new UsageError('The tree names no Manager. Give --manager.')
    const strategist = args.strategist === undefined ? null : parseAddress(args.strategist)
    const { onChain, readManagerHistory } = await import('../../input/node.ts')
    const { history, chainId } = await onChain(args, context, async (chain) => {
      const to = await chain.readBlock(blockTagOf(args.block))
      const from = BigInt(args['logs-from'] ?? 0)
      const history = await readManagerHistory(chain, { manager, from, to, strategist })
      const since = args.days === undefined ? 0n : to.timestamp - BigInt(args.days) * secondsADay
      const batches = history.batches.filter(({ timestamp }) => timestamp >= since)
      return { history: { ...history, batches }, chainId: chain.id }
    })
    const usage = usageOf(file, history.batches, { rules: ruleBook })
    const log = { context, quiet: args.quiet }
    for (const hash of history.hidden) {
      writeWarning(
        `${hash} ran batches that its calldata does not show: they are not counted.`,
        log,
      )
    }
    const minimum = minimalTreeOf(file, usage)
    const proposal = minimum === null ? null : proposalOf(minimum, { chainId, name: args.name })
    return {
      json: () => ({ ...usage, hidden: history.hidden, definition: proposal }) as Json,
      // The whole answer is the definition: what was found stands in its comments.
      text: () => [
        ...[...printPairs(summaryOf(file, usage), plain), ...doubtsOf(usage)].map(
          (line) => `# ${line}`,
        ),
        ...(proposal === null ? [] : [proposal]),
      ],
      exit: yes,
    }
  },
})

function summaryOf(file: TreeFile, usage: TreeUsage): readonly (readonly [string, string])[] {
  const functions = new Set(usage.unused.map((slot) => file.tree.leaves[slot]!.signature))
  const names = [...functions].map((signature) => signature.split('(', 1)[0]!)
  return [
    ['history', `${usage.batches} batches, ${usage.calls} calls`],
    ['used', `${usage.used.length} leaves`],
    ['unused', `${usage.unused.length} leaves: ${[...new Set(names)].join(', ') || 'none'}`],
  ]
}

/** Calls that the tree does not permit, and batches that could not be read: the proposal leaves them out. */
function doubtsOf({ unpermitted, unread }: TreeUsage): readonly string[] {
  return [
    ...unpermitted.map(
      ({ batch, place, target, selector }) =>
        `not of this tree: call ${place} of ${batch}, ${selector} of ${target}\n`,
    ),
    ...unread.map(({ batch, why }) => `not read: ${batch}: ${printSafely(why)}\n`),
  ]
}

type ProposalOptions = { readonly chainId: number; readonly name: string | undefined }

/** The definition that builds the minimal tree; null where a tree alone does not say enough for one. */
function proposalOf(minimum: TreeFile, { chainId, name }: ProposalOptions): string | null {
  const chain = chainOf(chainId)
  const { vault } = minimum.metadata
  if (chain === null || vault === null) return null
  const record = knownVaults.find((one) => one.vault.toLowerCase() === vault.toLowerCase())
  const inference = inferDefinition(minimum, {
    chain,
    name: name ?? record?.name ?? 'vault',
    strategist: 'main',
    account: null,
    orderPath: '',
    vault: null,
    manager: null,
  })
  return printDefinition(withoutOrder(inference.definition), inference.notes)
}

/** A new tree has no slots to keep. */
function withoutOrder<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (key, part) => (key === 'order' ? undefined : part)),
  ) as Value
}
