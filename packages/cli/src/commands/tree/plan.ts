import { type Hex, parseHexOf, printHex } from '@vaultwright/base'
import { type ChainDefinition, definitionNames, lockNames } from '@vaultwright/definition'
import type { TreeFile } from '@vaultwright/formats'
import { parseAddress } from '@vaultwright/merkle'
import {
  type Plan,
  type PlannedStrategist,
  planRoots,
  type RootsOnChain,
  type TimelockOptions,
} from '@vaultwright/operations'
import { joinNames, type NameLookup, registryNames } from '@vaultwright/registry'
import { riskSeverities } from '@vaultwright/review'
import {
  type ArgumentsOf,
  choice,
  count,
  defineCommand,
  filledBy,
  flag,
  list,
  text,
} from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import {
  buildTreeFor,
  chainMeant,
  type DefinitionSource,
  lockOption,
  readDefinition,
} from '../../input/definition.ts'
import {
  blockTagOf,
  isNodeNamed,
  nodeOptions,
  noteNode,
  offlineOption,
} from '../../input/node-option.ts'
import { readSoundTree } from '../../input/tree.ts'
import { addressesOption, definitionWord } from '../../input/tree-option.ts'
import { isReportFormat, printReport, reportFormats } from '../../report/report-print.ts'
import type { Context } from '../../terminal/context.ts'
import { printJson } from '../../terminal/json.ts'
import { writeWarning } from '../../terminal/warning.ts'
import {
  isOpen,
  isUnwritten,
  planJsonOf,
  printPlan,
  printPlanMarkdown,
  safeFilesOf,
} from './plan-print.ts'

const planOptions = {
  strategist: list('Strategists to plan; default: all', 'name'),
  current: list(
    'The tree in force: <strategist>=<file>, or the file alone for one strategist',
    'file',
  ),
  capacity: count('Slots of each tree, where tree build was given them'),
  'keep-duplicates': flag('As for tree build'),
  lock: lockOption,
  'rpc-url': nodeOptions['rpc-url'],
  agreement: nodeOptions.agreement,
  chain: filledBy(text('Which chain, where it has several, name or id', 'name'), 'chain'),
  block: nodeOptions.block,
  offline: offlineOption,
  safe: text('Write the transactions as a Safe batch', 'file'),
  'safe-address': text('The Safe that the batch is for', 'address'),
  timelock: text('Set the roots through this timelock', 'address'),
  delay: count('From scheduling to execution; needed with --timelock', 'seconds'),
  salt: text('Salt of the timelock operation; default: zero', 'bytes32'),
  predecessor: text('Operation to execute first; default: none', 'bytes32'),
  format: choice(
    ['text', 'json', 'markdown', ...reportFormats],
    'How to print it; github, sarif and junit list the risks of --fail-on for CI',
  ),
  detail: flag('Print every line of the differences, and every leaf after them'),
  addresses: addressesOption,
  'fail-on': choice(
    riskSeverities,
    'Answer no (exit 1) when the plan opens or widens a way out of this severity or worse, and write each to standard error as file:line:column: error: …',
  ),
  annotations: choice(
    ['plain', 'github'],
    'With --fail-on: as compilers write them, or as commands of GitHub workflows',
  ),
}

export const command = defineCommand({
  name: 'tree plan',
  summary: 'Show what a definition changes, and the transactions that do it',
  describe:
    'Shows what a definition would change: differences to the current trees, the new roots, and the exact transactions that set them. With a node (--rpc-url, or <CHAIN>_RPC_URL of the chain of the definition), only roots that are not in force become transactions.',
  positionals: { definition: definitionWord },
  options: planOptions,
  examples: [
    ['tree plan vault.yaml --current main=tree.json', 'What changes, and how is it set?'],
    [
      'tree plan vault.yaml --current tree.json --format markdown --out plan.md',
      'For a review in the browser',
    ],
    [
      'tree plan vault.yaml --current tree.json --fail-on high',
      'For CI: exit 1 when a change opens a high risk, with the lines that do',
    ],
    [
      'tree plan vault.yaml --rpc-url https://… --safe roots.json',
      'What is not in force, as a batch for the Safe web app',
    ],
    [
      'tree plan vault.yaml --timelock 0x… --delay 86400 --safe roots.json',
      'Schedule it in one batch, execute it in another',
    ],
  ],
  run: async (args, context) => {
    const source = await readDefinition(args, context)
    const chain = chainMeant(source.definition, args.chain)
    if (args.annotations !== undefined && args['fail-on'] === undefined) {
      throw new UsageError('--annotations needs --fail-on. Give it as well.')
    }
    const { plan, strategists } = await planWith(source, chain, { options: args, context })
    const names = namesOfPlan(source, chain)
    const limit = args['fail-on']
    const { format } = args
    if (isReportFormat(format) && limit === undefined) {
      throw new UsageError(`--format ${format} needs --fail-on. Give it as well.`)
    }
    const risks =
      limit === undefined
        ? []
        : (await import('./plan-risk.ts')).plannedRisks(strategists, {
            source,
            chain,
            names,
            limit,
          })
    const { printAnnotation, rowOfRisk } = await import('./plan-risk.ts')
    for (const risk of isReportFormat(format) ? [] : risks) {
      context.stderr.write(printAnnotation(risk, args.annotations ?? 'plain'))
    }
    const files = await safeFilesOf(plan, args, source.definition.name)(context)
    const printing = {
      names,
      whole: args.addresses,
      detail: args.detail,
    }
    if (isUnwritten(plan, args.safe)) {
      const names = plan.steps.filter(isOpen).map(({ strategist }) => strategist)
      const reason = `wrote no ${args.safe}: ${names.join(', ')} has no address. Give it in the definition (strategists: … address), and plan again.`
      writeWarning(reason, { context, quiet: args.quiet })
    }
    const written = { plan, files, printing, risks: limit === undefined ? null : risks }
    return {
      json: () => planJsonOf(written),
      text: (style) => {
        if (format === 'json') return [printJson(planJsonOf(written))]
        if (isReportFormat(format)) {
          const rows = risks.map(rowOfRisk)
          return [printReport({ command: 'tree plan', files: [source.path], rows }, format)]
        }
        return format === 'markdown' ? printPlanMarkdown(written) : printPlan(written, style)
      },
      exit: () => (risks.length > 0 || isUnwritten(plan, args.safe) ? 1 : 0),
    }
  },
})

type PlanOptions = ArgumentsOf<typeof planOptions>

/** Names of the record, the definition and the lock file. */
function namesOfPlan(source: DefinitionSource, { chain }: ChainDefinition): NameLookup {
  const defined = definitionNames(source.definition, chain.id).names
  return joinNames(registryNames(chain.id), defined, lockNames(source.lock, chain.id).names)
}

const zeroWord: Hex = `0x${'0'.repeat(64)}`

/** Plans what it takes to put a definition in force. */
async function planWith(
  source: DefinitionSource,
  chain: ChainDefinition,
  { options, context }: { readonly options: PlanOptions; readonly context: Context },
): Promise<{ readonly plan: Plan; readonly strategists: readonly PlannedStrategist[] }> {
  const named = new Set(options.strategist)
  const names = named.size > 0 ? [...named] : chain.strategists.map(({ name }) => name)
  const current = await readCurrent(options.current, names, context)
  const strategists: PlannedStrategist[] = []
  for (const strategist of names) {
    const request = { ...options, strategist }
    const built = await buildTreeFor(source, chain, { options: request, context })
    strategists.push({ strategist, built, current: current.get(strategist) ?? null })
  }
  const onChain = await readRootsOnChain(chain, names, { source, options, context })
  const timelock = timelockOptionsOf(options)
  return { plan: planRoots(chain, strategists, { onChain, timelock }), strategists }
}

async function readCurrent(
  current: readonly string[],
  names: readonly string[],
  context: Context,
): Promise<ReadonlyMap<string, TreeFile>> {
  const trees = new Map<string, TreeFile>()
  for (const word of current) {
    const position = word.indexOf('=')
    const name = position < 0 ? names[0]! : word.slice(0, position)
    if ((position < 0 && names.length !== 1) || !names.includes(name)) {
      throw new UsageError(
        `Whose tree is ${JSON.stringify(word)}? Write --current <strategist>=<file>; there is ${names.join(', ')}.`,
        { option: 'current', value: word },
      )
    }
    if (trees.has(name)) {
      throw new UsageError(`--current is given twice for ${name}. Give it once.`, { value: word })
    }
    trees.set(name, await readSoundTree(word.slice(position + 1), context))
  }
  return trees
}

type Asking = {
  readonly source: DefinitionSource
  readonly options: PlanOptions
  readonly context: Context
}

/** The chain is the definition's; a node is asked only when one is named. */
async function readRootsOnChain(
  chain: ChainDefinition,
  names: readonly string[],
  { source, options, context }: Asking,
): Promise<RootsOnChain | null> {
  if (!isNodeNamed(options, chain.chain.id, context)) return null
  noteNode(options, chain.chain.id, context)
  const { onChain, readRoots, staleFactsOf } = await import('../../input/node.ts')
  return onChain({ ...options, chain: String(chain.chain.id) }, context, async (node) => {
    const block = await node.readBlock(blockTagOf(options.block))
    const roots = await readRoots(node, chain, { names, block })
    return { block, roots, stale: await staleFactsOf(source, chain, { node, block }) }
  })
}

function timelockOptionsOf(options: PlanOptions): TimelockOptions | null {
  if (options.timelock === undefined) {
    const lonely = (['delay', 'salt', 'predecessor'] as const).find(
      (one) => options[one] !== undefined,
    )
    if (lonely === undefined) return null
    throw new UsageError(`--${lonely} needs --timelock. Give it as well.`)
  }
  if (options.delay === undefined) {
    throw new UsageError('How long does the timelock wait? Give --delay in seconds.')
  }
  return {
    timelock: parseAddress(options.timelock),
    salt: wordOf('salt', options.salt),
    predecessor: wordOf('predecessor', options.predecessor),
    delaySeconds: BigInt(options.delay),
  }
}

function wordOf(option: string, text: string | undefined): Hex {
  if (text === undefined) return zeroWord
  try {
    return printHex(parseHexOf(text as Hex, 32))
  } catch {
    throw new UsageError(`--${option} must be 0x and 64 hex digits.`, { option, value: text })
  }
}
