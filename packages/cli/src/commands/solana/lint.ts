import type { SvmLintReport } from '@vaultwright/operations'
import { parseSvmAddress, type SvmAddress, vaultAddresses } from '@vaultwright/svm'
import type { SvmDefinition } from '@vaultwright/svm-builder'
import { choice, defineCommand, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import {
  isSolanaNodeWanted,
  onSolana,
  optionalSolanaNodeOptions,
  type SolanaEndpointOptions,
} from '../../input/solana/node.ts'
import { readVaultWord, vaultHelp } from '../../input/solana/vault.ts'
import {
  isAsBad,
  lintJsonOf,
  lintSeverities,
  printLint,
  printLintMarkdown,
} from '../../print/solana/lint.ts'
import type { Context } from '../../terminal/context.ts'
import { printJson } from '../../terminal/json.ts'
import { writeWarning } from '../../terminal/warning.ts'

export const command = defineCommand({
  name: 'solana lint',
  summary: 'Show what digests permit at worst',
  describe:
    'Shows what digests of a Solana vault permit beyond what is meant, each finding with a call that the digest lets through. Of a definition offline, or of the digests that a vault has on the chain, by the newest call of each in its history. Without --fail-on the answer is always exit 0.',
  positionals: { vault: { describe: vaultHelp } },
  options: {
    strategist: text(
      'Who calls, for the worst calls of a definition; default: as the node says, else a stand-in',
      'address',
    ),
    'fail-on': choice(
      lintSeverities,
      'Answer no (exit 1) when there is a finding of this severity or worse; a digest of which no call is on record counts as the worst',
    ),
    format: choice(['text', 'json', 'markdown'], 'How to print it'),
    program: text('The vault program; default: the one that is deployed', 'address'),
    ...optionalSolanaNodeOptions,
  },
  examples: [
    ['solana lint vault.yaml', 'What would these digests permit?'],
    ['solana lint vault.yaml --fail-on error', 'For CI: exit 1 on an error'],
    [
      'solana lint FUJ5F5No… --rpc-url https://… --format markdown',
      'What a vault has on the chain',
    ],
  ],
  run: async (args, context) => {
    const meant = await readVaultWord(args.vault, args.program, context)
    const report =
      meant.definition === null
        ? await lintOnChain(meant, args, context)
        : await lintFile(meant.definition, args, context)
    return {
      json: () => lintJsonOf(report, meant.program),
      text: (style) => {
        if (args.format === 'json') return [printJson(lintJsonOf(report, meant.program))]
        const { vault, program } = meant
        return args.format === 'markdown'
          ? printLintMarkdown(report, { vault, program })
          : printLint(report, { style, program })
      },
      exit: () => (isAsBad(report, args['fail-on']) ? 1 : 0),
    }
  },
})

type SolanaLintOptions = SolanaEndpointOptions & {
  readonly chain: string | undefined
  readonly strategist: string | undefined
  readonly quiet: boolean
}

async function lintOnChain(
  { vault, program }: { readonly vault: SvmAddress; readonly program: SvmAddress },
  options: SolanaLintOptions,
  context: Context,
): Promise<SvmLintReport> {
  if (options.strategist !== undefined) {
    throw new UsageError('The chain says who the strategist is. Leave --strategist out.')
  }
  const { lintVault } = await import('@vaultwright/operations')
  return onSolana(options, { context, genesisHash: null }, (node) =>
    lintVault(node, { vault, program }),
  )
}

async function lintFile(
  definition: SvmDefinition,
  options: SolanaLintOptions,
  context: Context,
): Promise<SvmLintReport> {
  const { lintDefinition } = await import('@vaultwright/operations')
  return lintDefinition(definition, await strategistOf(definition, options, context))
}

async function strategistOf(
  definition: SvmDefinition,
  options: SolanaLintOptions,
  context: Context,
): Promise<SvmAddress> {
  if (options.strategist !== undefined) return parseSvmAddress(options.strategist)
  const { vault, program, genesisHash } = definition
  if (isSolanaNodeWanted(options)) {
    const { readVaultAt } = await import('@vaultwright/operations')
    const { state } = await onSolana(options, { context, genesisHash }, (node) =>
      readVaultAt(node, { vault, program }),
    )
    return state.strategist
  }
  const standIn = vaultAddresses(program).config
  const { quiet } = options
  writeWarning(`${standIn} stands for the strategist. Give --strategist or --rpc-url.`, {
    context,
    quiet,
  })
  return standIn
}
