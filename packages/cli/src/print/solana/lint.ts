import type { SvmLintedDigest, SvmLintReport } from '@vaultwright/operations'
import type { SvmAddress } from '@vaultwright/svm'
import { describeInstruction, type SvmDigestFinding } from '@vaultwright/svm-builder'
import { svmOperatorOf } from '@vaultwright/wire'
import { printOperators } from '../../input/solana/operators.ts'
import type { Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely } from '../../terminal/table.ts'
import { instructionJsonOf, printInstruction } from './instruction.ts'
import { permissionText } from './plan-entry.ts'

export const lintSeverities = ['error', 'warning', 'info'] as const

/** Tells whether a report has a finding of a severity, or a worse one. */
export function isAsBad(
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
export function lintJsonOf({ strategist, digests }: SvmLintReport, program: SvmAddress): Json {
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
export function* printLint(
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
export function* printLintMarkdown(
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
