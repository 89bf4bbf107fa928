import { checkFiles } from '../../check.ts'
import { defineCommand } from '../../command.ts'
import { isNodeWanted, type NodeWords, nodeOptions } from '../../node-option.ts'
import { checksJsonOf, printChecks } from '../../print/check.ts'
import { buildProgress } from '../../progress.ts'
import { placesOf } from '../../tree-path.ts'
import { UsageError } from '../../usage.ts'

export const treeCheck = defineCommand({
  name: 'tree check',
  describe:
    'Tells whether tree files are sound: rebuilds each tree from its leaves and names every place where the file says something else, and what a reviewer would ask about. The answer is no (exit 1) when a finding is an error. In folders, JSON files that are plainly no tree (a package.json) are named and passed over; a file given by name must be a tree. With --policy the leaves must also keep to the rules of a file. With --rpc-url a chain is asked at one block: whether the decoders have code, which strategists have this root, and whether the decoders pack what the rules say of each leaf; leaves that could not be put to their decoder are named.',
  positionals: {
    file: { many: true, describe: 'Tree files, folders of them, or - for standard input' },
  },
  options: {
    policy: {
      kind: 'text',
      value: 'file',
      describe:
        'Rules that the leaves must keep to, as YAML or JSON: who may receive, which approvals, exits, bridges, targets, decoders, functions and values there may be',
    },
    ...nodeOptions,
    manager: {
      kind: 'text',
      value: 'address',
      describe: 'With --rpc-url: the Manager whose roots are read; the one that the tree states',
    },
    'logs-from': {
      kind: 'count',
      value: 'block',
      describe:
        'With --rpc-url: the first block whose logs are searched for strategists, else 0; on a public chain, where that takes long, the block of the Manager',
    },
    strategist: {
      kind: 'list',
      value: 'address',
      describe: 'With --rpc-url: whose root is read, and no logs are searched; may be repeated',
    },
    strict: { kind: 'flag', describe: 'Warnings make the answer no, too' },
    all: { kind: 'flag', describe: 'Print every finding; without it the first few of each kind' },
  },
  examples: [
    ['tree check tree.json', 'Is this tree sound?'],
    ['tree check trees/ --strict', 'Are all trees of a folder sound, without a warning?'],
    ['tree check tree.json --policy policy.yaml', 'Does it keep to the rules of the vault?'],
    [
      'tree check tree.json --rpc-url http://127.0.0.1:8545',
      'Do decoders and roots on chain agree?',
    ],
    [
      'tree check tree.json --chain mainnet --strategist 0x…',
      'The same on MAINNET_RPC_URL, without a search of logs',
    ],
    ['tree check tree.json --json', 'The findings for a program'],
  ],
  run: async (args, context) => {
    const { file: words, strict, all, quiet } = args
    const places = placesOf(words)
    assertChain(args)
    const judge =
      args.policy === undefined
        ? null
        : await (await import('../../policy-input.ts')).readPolicy(args.policy, context)
    const progress = buildProgress(places.length, context, quiet)
    const manner = { context, progress, strict, judge }
    const checks = isNodeWanted(args)
      ? await (await import('../../check-on-chain.ts')).checkOnChain(places, args, manner)
      : await checkFiles(places, { ...manner, ask: null })
    return {
      json: () => checksJsonOf(checks),
      text: (ink) => printChecks(checks, { ink, all }),
      exit: () => checks.exit,
    }
  },
})

function assertChain(args: NodeWords & { readonly [name: string]: unknown }): void {
  const lonely = ['manager', 'logs-from', 'strategist'].find((name) => isGiven(args[name]))
  if (lonely === undefined || isNodeWanted(args)) return
  throw new UsageError(`--${lonely} is for a chain. Give --rpc-url too, or leave it out.`)
}

function isGiven(word: unknown): boolean {
  return Array.isArray(word) ? word.length > 0 : word !== undefined
}
