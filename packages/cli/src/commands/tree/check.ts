import type { Address } from '@vaultwright/base'
import type { Chain } from '@vaultwright/chain'
import type { ProvenFinality } from '@vaultwright/finality'
import { parseAddress } from '@vaultwright/merkle'
import { readStrategists, type StrategistSearch } from '@vaultwright/operations'
import type { BlockRef } from '@vaultwright/outcome'
import {
  type ArgumentsOf,
  count,
  defineCommand,
  filledBy,
  flag,
  list,
  text,
} from '../../command/command.ts'
import { untilInterrupted } from '../../command/service.ts'
import { UsageError } from '../../command/usage.ts'
import {
  beaconOption,
  blockTagOf,
  finalityOptions,
  isFinalityGiven,
  isNodeWanted,
  type NodeOptions,
  nodeOptions,
} from '../../input/node-option.ts'
import { addressesOption } from '../../input/tree-option.ts'
import { placesOf, type TreePath } from '../../input/tree-path.ts'
import { strictReport } from '../../report/report.ts'
import { isReportFormat, printReport, reportOption } from '../../report/report-print.ts'
import type { Context } from '../../terminal/context.ts'
import { buildProgress } from '../../terminal/progress.ts'
import { type Checks, checkFiles, type FileCheckContext } from './check-file.ts'
import { checksJsonOf, printChecks, reportOfChecks } from './check-print.ts'

const checkOptions = {
  policy: filledBy(
    text(
      'Rules that the leaves must keep to, as YAML or JSON: who may receive, which approvals, exits, bridges, targets, decoders, functions and values there may be, and whether the decoders of swaps bind a price',
      'file',
    ),
    'policy',
  ),
  definition: text(
    'With --policy: a vault definition that you trust, whose entries say of which protocols accounts are',
    'file',
  ),
  lock: text('With --definition: its lock file; default: beside the definition', 'file'),
  ...nodeOptions,
  final: flag(
    'With --rpc-url: read at a block that is final, as the committees from --checkpoint on signed it; --beacon follows them to the newest one, --finality to that of a file',
  ),
  ...beaconOption,
  ...finalityOptions,
  manager: text(
    'With --rpc-url: the Manager whose roots are read; default: as the tree states',
    'address',
  ),
  'logs-from': count(
    'With --rpc-url: the first block whose logs are searched for strategists; default: 0. On a public chain give the block of the Manager, because a search from 0 takes long',
    'block',
  ),
  strategist: list(
    'With --rpc-url: whose root is read, and no logs are searched; may be repeated',
    'address',
  ),
  strict: flag(
    'Treats warnings as errors, among them every way out of high severity or worse (see tree risk)',
  ),
  all: flag('Print every finding; without it the first few of each kind'),
  addresses: addressesOption,
  format: reportOption,
}

export const command = defineCommand({
  name: 'tree check',
  summary: 'Check whether tree files are sound',
  describe:
    'Checks tree files: rebuilds each tree from its leaves and lists every place where the file differs, and what a reviewer would ask about. The answer is no (exit 1) when a finding is an error. A tree is open, not sound, when a leaf binds none of the accounts that its function takes and one may receive or pull, or has a second reading by some decoders: the answer is yes, and with --strict no. In folders, JSON files that are plainly no tree (a package.json) are named and passed over; a file given by name must be a tree. With --policy the leaves must also keep to the rules of a file. With --rpc-url a chain is asked at one block: whether the decoders have code, which strategists have this root, and whether the decoders pack what the rules say of each leaf; lists leaves whose decoder could not be asked. With --final that block is proven final from a checkpoint that you trust.',
  positionals: {
    file: { many: true, describe: 'Tree files, folders of them, or - for standard input' },
  },
  options: checkOptions,
  examples: [
    ['tree check tree.json', 'Is this tree sound?'],
    ['tree check trees/ --strict', 'Are all trees of a folder sound, without a warning?'],
    ['tree check tree.json --policy policy.yaml', 'Does it keep to the rules of the vault?'],
    [
      'tree check tree.json --policy policy.yaml --definition vault.yaml',
      'The same, with the protocols that the definition has for accounts',
    ],
    [
      'tree check tree.json --rpc-url http://127.0.0.1:8545',
      'Do decoders and roots on chain agree?',
    ],
    [
      'tree check tree.json --chain mainnet --strategist 0x…',
      'The same on MAINNET_RPC_URL, without a search of logs',
    ],
    [
      'tree check tree.json --chain mainnet --final --beacon https://… --checkpoint 0x…',
      'The same at a block that is final, which no server is believed about',
    ],
    ['tree check tree.json --json', 'The findings for a program'],
    ['tree check trees/ --format sarif --out trees.sarif', 'For the code scanning of a repository'],
  ],
  run: async (args, context) => {
    const { file: paths, strict, all, quiet } = args
    const places = placesOf(paths)
    assertChain(args)
    assertDefinition(args)
    const judge =
      args.policy === undefined
        ? null
        : await (await import('./policy/policy-check.ts')).readPolicy(args.policy, args, context)
    const progress = buildProgress(places.length, context, quiet)
    const settings = { context, progress, strict, judge }
    const checks = isNodeWanted(args)
      ? await checkOnChain(places, args, settings)
      : await checkFiles(places, { ...settings, ask: null })
    const report = () => reportOfChecks(checks)
    return {
      json: () => checksJsonOf(checks),
      text: (style) =>
        isReportFormat(args.format)
          ? [printReport(strict ? strictReport(report()) : report(), args.format)]
          : printChecks(checks, { style, all, addresses: args.addresses }),
      exit: () => checks.exit,
    }
  },
})

const finalNames = ['final', 'beacon', 'finality', 'checkpoint'] as const

function assertChain(args: NodeOptions & { readonly [name: string]: unknown }): void {
  const lonely = ['manager', 'logs-from', 'strategist', ...finalNames].find((name) =>
    isGiven(args[name]),
  )
  if (lonely === undefined || isNodeWanted(args)) return
  throw new UsageError(`--${lonely} needs a node. Give --rpc-url as well, or leave it out.`)
}

function assertDefinition(
  args: Partial<Record<'policy' | 'definition' | 'lock', string | undefined>>,
): void {
  const { policy, definition, lock } = args
  if (lock !== undefined && definition === undefined)
    throw new UsageError('--lock goes with --definition. Give it as well.')
  if (definition !== undefined && policy === undefined)
    throw new UsageError('--definition goes with --policy. Give it as well.')
}

function isGiven(word: unknown): boolean {
  return Array.isArray(word) ? word.length > 0 : word !== undefined && word !== false
}

type CheckOptions = ArgumentsOf<typeof checkOptions>

/** Checks files, each against a chain too, all at the same block. */
async function checkOnChain(
  places: readonly TreePath[],
  options: CheckOptions,
  settings: Omit<FileCheckContext, 'ask'>,
): Promise<Checks> {
  const { context } = settings
  const final = await finalBlockOf(options, context)
  const managerAddress = options.manager === undefined ? null : parseAddress(options.manager)
  const { onChain, readTreeOnChain } = await import('../../input/node.ts')
  const work = onChain(options, context, async (chain) => {
    const proven = await final(chain)
    const block = await chain.readBlock(proven?.block.hash ?? blockTagOf(options.block))
    const search = searchOf(options, { chain, block, context })
    const checks = await checkFiles(places, {
      ...settings,
      ask: (file) => {
        const manager = managerAddress ?? file.metadata.manager
        return readTreeOnChain(chain, file, { block, manager, search })
      },
    })
    return { ...checks, final: proven }
  })
  return untilInterrupted(context.signal, work)
}

/** Reads how the block is proven final: by servers, by a file, or not at all. */
async function finalBlockOf(
  options: CheckOptions,
  context: Context,
): Promise<(chain: Chain) => Promise<ProvenFinality | null>> {
  const { final: isFinal, beacon, finality, block } = options
  if (!isFinal) {
    const stray = beacon.length > 0 ? 'beacon' : isFinalityGiven(options) ? 'checkpoint' : null
    if (stray === null) return async () => null
    throw new UsageError(`--${stray} goes with --final. Give it as well.`, { option: stray })
  }
  if (finality !== undefined && (beacon.length > 0 || block !== undefined)) {
    const message = 'The finality file names its block. Leave --beacon and --block out.'
    throw new UsageError(message, { option: 'finality' })
  }
  const { openFinality, readFinality } = await import('../../input/finality.ts')
  if (finality === undefined) {
    const prove = await openFinality(options, context)
    const target = blockTagOf(block ?? 'finalized')
    return (chain) => prove(chain, target)
  }
  const proven = (await readFinality(options, context))!
  return async ({ id }) => {
    if (id === proven.chainId) return proven
    const message = `The finality file is of chain ${proven.chainId}, and the node of chain ${id}. Give a file of that chain.`
    throw new UsageError(message, { option: 'finality' })
  }
}

type SearchOptions = {
  readonly strategist: readonly string[]
  readonly 'logs-from': number | undefined
  readonly quiet: boolean
}

/** The time a search runs before a hint says how to shorten it. */
const patienceMs = 3000

/** Makes the search for strategists: those that are named, else those that the Manager's logs tell. */
function searchOf(
  options: SearchOptions,
  at: { readonly chain: Chain; readonly block: BlockRef; readonly context: Context },
): StrategistSearch {
  const named = options.strategist.map((one) => parseAddress(one))
  const first = options['logs-from'] ?? 0
  if (named.length > 0) {
    if (options['logs-from'] !== undefined) {
      throw new UsageError('--strategist is given: no logs are searched. Leave --logs-from out.')
    }
    return { find: async () => named, only: 'those named' }
  }
  const searches = new Map<Address, Promise<readonly Address[]>>()
  const search = (manager: Address) => {
    const range = { from: BigInt(first), to: at.block }
    const text = `searching the logs of the Manager ${manager} from block ${first} to ${at.block.number}; --logs-from or --strategist shortens it\n`
    const say = () => void (options.quiet || at.context.stderr.write(text))
    return withReminder(readStrategists(at.chain, manager, range), say)
  }
  return {
    find: (manager) => {
      const strategists = searches.get(manager) ?? search(manager)
      searches.set(manager, strategists)
      return strategists
    },
    only: first === 0 ? null : `those whose root was set in block ${first} or later`,
  }
}

/** Waits for work and says so once when it takes long. */
export async function withReminder<Result>(
  work: Promise<Result>,
  say: () => void,
): Promise<Result> {
  const timer = setTimeout(say, patienceMs)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}
