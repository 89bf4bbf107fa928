import { chainIn } from '@vaultwright/definition'
import { checkDefinition, type DefinitionCheck } from '@vaultwright/operations'
import { defineCommand, flag, list, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import {
  buildTreeFor,
  type DefinitionSource,
  lockOption,
  readDefinition,
} from '../../input/definition.ts'
import { solanaNodeOptions } from '../../input/solana/node.ts'
import { definitionWord } from '../../input/tree-option.ts'
import { metadataJsonOf } from '../../print/tree.ts'
import { strictReport } from '../../report/report.ts'
import { isReportFormat, printReport, reportOption } from '../../report/report-print.ts'
import type { Context, Json } from '../../terminal/context.ts'
import { printDefinitionCheck, reportOfDefinition } from './print.ts'

export const command = defineCommand({
  name: 'definition check',
  summary: 'Check whether a definition can be built and is sound',
  describe:
    'Checks whether a definition can be built, offline: names, values, facts of the lock file; then checks the tree of each strategist as tree check does. The answer is no (exit 1) when a tree is unsound. Of a Solana vault it shows the digests, and with --rpc-url which of them exist, are missing or store other operators: then the answer is yes when all exist.',
  positionals: { definition: definitionWord },
  options: {
    chain: text('Only this chain; default: all', 'name'),
    lock: lockOption,
    strict: flag('Treats warnings as errors'),
    all: flag('Print every finding; without it the first few of each kind'),
    format: reportOption,
    'rpc-url': list('Of a Solana vault: a node that tells which digests exist', 'url'),
    'genesis-hash': solanaNodeOptions['genesis-hash'],
  },
  examples: [
    ['definition check vault.yaml', 'Can it be built, and is it sound?'],
    ['definition check vault.yaml --strict --json', 'For a program; warnings are errors'],
    ['definition check vault.yaml --format github', 'In a workflow: each finding beside its line'],
    [
      'definition check solana.yaml --rpc-url http://127.0.0.1:8899',
      'Of a Solana vault: which digests exist?',
    ],
  ],
  run: async (args, context) => {
    const { svmDefinitionIn } = await import('../../input/solana/definition.ts')
    const svmDefinition = await svmDefinitionIn(args.definition, context)
    if (svmDefinition !== null) {
      const { answerSolanaCheck } = await import('./solana-check.ts')
      return answerSolanaCheck(svmDefinition, args, context)
    }
    if (args['rpc-url'].length > 0 || args['genesis-hash'] !== undefined) {
      throw new UsageError(
        'A node is asked for the definition of a Solana vault only. Leave --rpc-url out.',
      )
    }
    const source = await readDefinition(args, context)
    const check = await checkFile(source, { options: args, context })
    const reportOf = (checked: DefinitionCheck) => {
      const report = reportOfDefinition(source, checked)
      return args.strict ? strictReport(report) : report
    }
    return {
      json: () => definitionCheckJsonOf(check),
      text: (style) =>
        isReportFormat(args.format)
          ? [printReport(reportOf(check), args.format)]
          : printDefinitionCheck(check, { style, all: args.all }),
      exit: () => (check.ok ? 0 : 1),
    }
  },
})

type DefinitionCheckOptions = {
  readonly chain: string | undefined
  readonly strict: boolean
}

/** Builds and checks the trees of all strategists of a definition. */
export function checkFile(
  source: DefinitionSource,
  { options, context }: { readonly options: DefinitionCheckOptions; readonly context: Context },
): Promise<DefinitionCheck> {
  const { definition } = source
  const chains =
    options.chain === undefined ? definition.chains : [chainIn(definition, options.chain)]
  return checkDefinition(source, chains, {
    strict: options.strict,
    build: (chain, strategist) => {
      const request = { strategist, capacity: undefined, 'keep-duplicates': false }
      return buildTreeFor(source, chain, { options: request, context })
    },
  })
}

function definitionCheckJsonOf({ ok, name, trees, findings }: DefinitionCheck): Json {
  return {
    ok,
    name,
    trees: trees.map(({ chain, strategist, built, findings }) => ({
      chain,
      strategist,
      ...metadataJsonOf(built.file),
      findings,
    })),
    findings,
  }
}
