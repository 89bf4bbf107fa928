import type { SvmLintedDigest, SvmLintReport } from '@vaultwright/operations'
import { parseSvmAddress, type SvmAddress, vaultAddresses } from '@vaultwright/svm'
import {
  describeInstruction,
  type SvmDefinition,
  type SvmDigestFinding,
} from '@vaultwright/svm-builder'
import { svmOperatorOf } from '@vaultwright/wire'
import { type ArgumentsOf, choice, defineCommand, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { readVaultWord, vaultHelp } from '../../input/solana/definition.ts'
import { isSolanaNodeWanted, onSolana, optionalSolanaNodeOptions } from '../../input/solana/node.ts'
import { printOperators } from '../../input/solana/operators.ts'
import { instructionJsonOf, printInstruction } from '../../print/solana/instruction.ts'
import { permissionText } from '../../print/solana/plan-entry.ts'
import type { Context, Json } from '../../terminal/context.ts'
import { printJson } from '../../terminal/json.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely } from '../../terminal/table.ts'
import { writeWarning } from '../../terminal/warning.ts'

const lintSeverities = ['error', 'warning', 'info'] as const

const lintOptions = {
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
}

export const command = defineCommand({
  name: 'solana lint',
  summary: 'Show what digests permit at worst',
  describe:
    'Shows what digests of a Solana vault permit beyond what is meant, each finding with a call that the digest lets through. Of a definition offline, or of the digests that a vault has on the chain, by the newest call of each in its history. Without --fail-on the answer is always exit 0.',
  positionals: { vault: { describe: vaultHelp } },
  options: lintOptions,
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

type SolanaLintOptions = ArgumentsOf<typeof lintOptions>

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

/** Tells whether a report has a finding of a severity, or a worse one. */
function isAsBad(
  { digests }: SvmLintReport,
  limit: (typeof lintSeverities)[number] | undefined,
): boolean {
  if (limit === undefined) return false
  const worst = lintSeverities.slice(0, lintSeverities.indexOf(limit) + 1)
  return digests.some(
    ({ findings }) =>
      findings === null || findings.some(({ severity }) => worst.includes(severity)),
  )
}

/** A report for a program: each finding with the call that its digest lets through. */
function lintJsonOf({ strategist, digests }: SvmLintReport, program: SvmAddress): Json {
  return {
    strategist,
    counts: Object.fromEntries(
      lintSeverities.map((severity) => [severity, countOf(digests, severity)]),
    ),
    digests: digests.map(({ permission, digestHex, digestAddress, operators, findings }) => ({
      action: permission?.route ?? null,
      sub_account: permission?.subAccount ?? null,
      params: permission?.texts ?? null,
      cpi_digest: digestHex,
      cpi_digest_address: digestAddress,
      operators: operators.map(svmOperatorOf),
      is_judged: findings !== null,
      findings: (findings ?? []).map((finding) => findingJsonOf(finding, program)),
    })),
  }
}

function findingJsonOf(
  { code, severity, message, facts, worst }: SvmDigestFinding,
  program: SvmAddress,
): Json {
  const call = instructionJsonOf(describeInstruction(worst.innerCall, program))
  return { code, severity, message, facts, worst: { sub_account: worst.subAccount, call } }
}

type LintPrinting = { readonly style: TextStyle; readonly program: SvmAddress }

/** Prints a report for a person: the findings of each digest, with a call that it lets through. */
function* printLint(
  { digests }: SvmLintReport,
  { style, program }: LintPrinting,
): Iterable<string> {
  for (const digest of digests) {
    const { findings, operators, digestHex } = digest
    if (findings !== null && findings.length === 0) continue
    yield `${style.bold(printSafely(titleOf(digest)))}\n`
    yield style.dim(`  digest ${digestHex}, pins ${printOperators(operators)}\n`)
    if (findings === null) yield `${style.yellow('  unknown')}  ${unjudged}\n`
    for (const { severity, code, message, worst } of findings ?? []) {
      const paint = severity === 'error' ? style.red : style.yellow
      yield `  ${paint(severity.padEnd(7))}  ${code}: ${printSafely(message)}\n`
      const head = `           lets through, as sub-account ${worst.subAccount}:  `
      const description = describeInstruction(worst.innerCall, program)
      yield* printInstruction(description, { style, head, margin: '             ' })
    }
    yield '\n'
  }
  yield `${style.bold(summaryOf(digests))}\n`
}

/** Prints a report as a Markdown document. */
function* printLintMarkdown(
  { strategist, digests }: SvmLintReport,
  { vault, program }: { readonly vault: SvmAddress; readonly program: SvmAddress },
): Iterable<string> {
  yield `# Digests of \`${vault}\`\n\nStrategist \`${strategist}\`. ${summaryOf(digests)}\n`
  for (const digest of digests) {
    const { findings, operators, digestHex } = digest
    if (findings !== null && findings.length === 0) continue
    yield `\n## ${codeOf(titleOf(digest))}\n\n- digest \`${digestHex}\`\n- pins \`${printOperators(operators)}\`\n`
    if (findings === null) yield `- unknown: ${unjudged}\n`
    for (const { severity, code, message, worst } of findings ?? []) {
      const { name } = describeInstruction(worst.innerCall, program)
      const call = name === null ? '' : ` Lets through \`${name}\`.`
      yield `- **${severity}** \`${code}\`: ${codeOf(message)}${call}\n`
    }
  }
}

const unjudged = 'no call of it is on record, so what it permits is not known'

function titleOf({ permission, digestAddress }: SvmLintedDigest): string {
  return permission === null ? digestAddress : permissionText(permission)
}

function summaryOf(digests: readonly SvmLintedDigest[]): string {
  const counts = lintSeverities.map((severity) => `${countOf(digests, severity)} ${severity}`)
  const unknown = digests.filter(({ findings }) => findings === null).length
  const remainder = unknown === 0 ? '' : `, ${unknown} not judged`
  return `${digests.length} digests: ${counts.join(', ')}${remainder}.`
}

function countOf(digests: readonly SvmLintedDigest[], wanted: string): number {
  return digests
    .flatMap(({ findings }) => findings ?? [])
    .filter(({ severity }) => severity === wanted).length
}

/** Texts of files stand in code spans, so that none becomes a link, a mention or HTML. */
function codeOf(text: string): string {
  return `\`${printSafely(text).replaceAll('`', "'")}\``
}
