import {
  type ActionRequest,
  type BuildContext,
  buildAction,
  buildActions,
} from '@vaultwright/builder'
import { chainOf } from '@vaultwright/registry'
import { defineCommand, flag, list, text } from '../../command/command.ts'
import { assertGiven, UsageError } from '../../command/usage.ts'
import { offlineOption } from '../../input/node-option.ts'
import { type ActionTree, readActionTree, withActionTree } from '../../input/strategist-tree.ts'
import { readSoundTree } from '../../input/tree.ts'
import {
  actionNodeOptions,
  senderOption,
  treeOption,
  treeOptions,
} from '../../input/tree-option.ts'
import type { Answer, Context } from '../../terminal/context.ts'
import {
  type BuiltHere,
  builtJsonOf,
  exitOf,
  finishBuilt,
  printBuilt,
} from '../../transaction/built.ts'
import {
  type ActionBuildOptions,
  assertNoSolanaOptions,
  readRequests,
  solanaBuildOptions,
} from './request.ts'

export const command = defineCommand({
  name: 'action build',
  summary: 'Build an action, or a batch, as proven calldata for the Manager',
  describe:
    'Builds one action, or a batch of them, as calldata for the Manager: the calls, exact approvals in front, leaves and proofs. Works offline where the values are given; --rpc-url lets balances, allowances, quotes and facts be left out. Nothing is guessed: an action that is not permitted is refused (exit 1) with the missing leaf and the nearest one, and what is wrong with the parameters (exit 3) is named all at once. With the definition of a Solana vault it builds a transaction as base64 from the digests that a node has.',
  positionals: {
    route: { optional: true, describe: 'The action, as in aave_v3/supply; --file in its place' },
  },
  options: {
    tree: treeOption,
    'manager-tree': text(
      "The tree of the Manager's own root, for what runs inside flash loans; else the definition's of the strategist manager",
      'file',
    ),
    set: list(
      'A parameter; amounts in display units, as in amount=1000.5; may be repeated',
      'name=value',
    ),
    file: text(
      'JSON list of {route, params}, run in order in one batch; - reads standard input',
      'file',
    ),
    ...treeOptions,
    ...actionNodeOptions,
    offline: offlineOption,
    from: senderOption('The strategist that sends it, for --simulate, --safe and --evidence'),
    now: text(
      'Unix time that deadlines count from; default: that of the block, or now without a node',
      'seconds',
    ),
    simulate: flag(
      'Run it on the node and on a fork of it, which must agree; needs --from and a node',
    ),
    calldata: text('Write the calldata alone, as hex: for simulate and calldata verify', 'file'),
    safe: text(
      'Write a batch file for the Safe web app; needs --chain, --definition or a node',
      'file',
    ),
    evidence: text(
      'Write leaf, proof and decoder of each call, for calldata verify --evidence',
      'file',
    ),
    ...solanaBuildOptions,
  },
  examples: [
    [
      'action build aave_v3/supply --tree tree.json --set asset=USDC --set amount=1000 --chain mainnet',
      'One action, offline',
    ],
    ['action build --file batch.json --tree tree.json --rpc-url https://… --json', 'A batch'],
    [
      'action build erc_20/transfer --tree tree.json --set to=0x… --rpc-url https://… --from 0x… --simulate',
      'With balances and quotes of a node, simulated',
    ],
    [
      'action build --file batch.json --tree tree.json --chain 1 --safe safe.json --evidence evidence.json',
      'With files for signers and reviewers',
    ],
    [
      'action build spl_token/transfer --definition solana.yaml --set token=USDC --set recipient=treasury --set amount=1.25 --rpc-url http://127.0.0.1:8899 --simulate',
      'A transaction of a Solana vault, simulated',
    ],
  ],
  run: async (args, context) => {
    if (args.definition !== undefined) {
      const { svmDefinitionIn } = await import('../../input/solana/definition.ts')
      const definition = await svmDefinitionIn(args.definition, context)
      if (definition !== null) {
        const { answerSolanaBuild } = await import('./solana.ts')
        return answerSolanaBuild(definition, args, context)
      }
    }
    assertNoSolanaOptions(args)
    return answerBuild(args, context)
  },
})

export async function answerBuild(options: ActionBuildOptions, context: Context): Promise<Answer> {
  if (options.simulate) assertGiven(options.from, 'from')
  const requests = await readRequests(options, context)
  const actionTree = await readActionTree(options.tree, options, context)
  const managerTree = await managerTreeFor(requests, { options, actionTree, context })
  const now = nowOf(options.now)
  const nameHint = nameHintOf(actionTree)
  const buildFields = { managerTree, now, chainHint, ...(nameHint === null ? {} : { nameHint }) }
  const batch = await built(requests, { options, actionTree, others: buildFields, context })
  const here = await finishBuilt(batch, options, context)
  return {
    json: () => builtJsonOf(here),
    text: (style) => printBuilt(here, options, style),
    exit: () => exitOf(here),
  }
}

const chainHint =
  'give a chain to read it from (--rpc-url, or --chain and <CHAIN>_RPC_URL of the environment)'

/** A hint that makes more names known than the tree, the record and the given files. */
function nameHintOf({ chainId, definedChain }: ActionTree): string | null {
  if (chainId === null) {
    return 'Tokens and contracts have names where the chain is known: give --chain, --definition or --lock.'
  }
  if (definedChain !== null) return null
  const chain = chainOf(chainId)?.slug ?? String(chainId)
  return `The record of ${chain} does not name it; --definition and --lock may.`
}

/** The definition may say the Manager's own tree; it is built where something runs inside of another. */
async function managerTreeFor(
  requests: ActionRequest | readonly ActionRequest[],
  { options, actionTree, context }: Pick<Site, 'options' | 'actionTree' | 'context'>,
): Promise<BuildContext['managerTree']> {
  const path = options['manager-tree']
  if (path !== undefined) return (await readSoundTree(path, context)).tree
  const list = 'length' in requests ? requests : [requests]
  return list.some(({ params = {} }) => Object.hasOwn(params, 'actions'))
    ? actionTree.managerTree()
    : null
}

type Site = {
  readonly options: ActionBuildOptions
  readonly actionTree: ActionTree
  readonly others: Pick<BuildContext, 'managerTree' | 'chainHint' | 'nameHint'> & {
    /** Null where deadlines count from the block, or from the machine's clock without a node. */
    readonly now: bigint | null
  }
  readonly context: Context
}

async function built(
  requests: ActionRequest | readonly ActionRequest[],
  { options, actionTree, others: buildFields, context }: Site,
): Promise<Omit<BuiltHere, 'simulated'>> {
  const settings = { options, isNeeded: options.simulate, context }
  return withActionTree(actionTree, settings, async ({ place, chainId, blockUnix }) => {
    const now = buildFields.now ?? blockUnix ?? BigInt(Math.floor(context.now() / 1000))
    const buildContext = { ...place, ...buildFields, now }
    const isBatch = 'length' in requests
    const built = isBatch
      ? await buildActions(buildContext, requests)
      : await buildAction(buildContext, requests)
    return { built, isBatch, context: buildContext, chainId }
  })
}

function nowOf(word: string | undefined): bigint | null {
  if (word === undefined) return null
  if (/^\d{1,12}$/.test(word)) return BigInt(word)
  throw new UsageError(`--now cannot be ${JSON.stringify(word)}. Give unix seconds.`, {
    option: 'now',
    value: word,
  })
}
