import type { Finding } from '@vaultwright/base'
import type { ManageRoot } from '@vaultwright/chain'
import type { TreeOnChain } from '@vaultwright/operations'
import { namesOfTrees } from '@vaultwright/review'
import { errorJsonOf } from '../../failure/print.ts'
import { finalityJsonOf, printFinality } from '../../print/finality.ts'
import { blockLine, chainJsonOf, rootJsonOf, rootText } from '../../print/on-chain.ts'
import { isNotable, metadataJsonOf, printFindings } from '../../print/tree.ts'
import type { Report, ReportRow } from '../../report/report.ts'
import type { Json } from '../../terminal/context.ts'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely } from '../../terminal/table.ts'
import type { Checks, FileCheck } from './check-file.ts'

export function checksJsonOf({ ok, files, skipped, final }: Checks): Json {
  const proven = final === null ? {} : { final: finalityJsonOf(final) as unknown as Json }
  return { ok, files: files.map(checkJsonOf), skipped, ...proven }
}

/** Prints checks for a person: a line a file, its findings below it. */
export function* printChecks(
  { files, skipped, final }: Checks,
  settings: {
    readonly style: TextStyle
    readonly all: boolean
    readonly addresses: boolean
  },
): Iterable<string> {
  if (final !== null) yield* printFinality(final, settings.style)
  for (const check of files) {
    yield headOf(check, settings.style)
    if (!('file' in check)) continue
    if (check.onChain !== null) yield* printTreeOnChain(check.onChain, settings)
    const isBrief = files.length > 1 && !settings.all
    const findings = isBrief ? check.findings.filter(isNotable) : check.findings
    const chainId = check.onChain?.chainId ?? null
    const naming = { ...namesOfTrees([check.file], chainId), whole: settings.addresses }
    yield* printFindings(findings, { ...settings, naming })
  }
  for (const path of skipped) {
    yield settings.style.dim(`skipped  ${printSafely(path)}  not a tree\n`)
  }
  if (files.length + skipped.length > 1) yield sumOf(files, skipped.length)
}

/** Reports checks for continuous integration; a leaf has no line of its own in a tree file. */
export function reportOfChecks({ files }: Checks): Report {
  const rows = files.flatMap((check): readonly ReportRow[] => {
    const whole = { file: check.path, line: null, column: null }
    if (!('file' in check)) {
      const { code, shortMessage } = check.error
      return [{ ...whole, severity: 'error', code, message: shortMessage }]
    }
    return check.findings.map(({ severity, code, message }) => {
      return { ...whole, severity, code, message }
    })
  })
  return { command: 'tree check', files: files.map(({ path }) => path), rows }
}

function checkJsonOf(check: FileCheck): Json {
  const { path: file, ok } = check
  if (!('file' in check)) return { file, ok, error: errorJsonOf(check.error) }
  const { findings, onChain } = check
  return {
    file,
    ok,
    ...metadataJsonOf(check.file),
    findings,
    ...(onChain === null ? {} : { onChain: treeOnChainJsonOf(onChain) }),
  }
}

function headOf(check: FileCheck, style: TextStyle): string {
  const name = printSafely(check.path)
  if (!('file' in check)) {
    return `${style.red('invalid')}  ${printSafely(check.error.shortMessage)} ${style.dim(`[${check.error.code}]`)}\n`
  }
  const { leafCount, capacity, root } = metadataJsonOf(check.file)
  const label = check.ok
    ? isOpen(check)
      ? style.yellow('open   ')
      : style.green('sound  ')
    : style.red(isAgainst(check) ? 'against the policy' : 'unsound')
  return `${label}  ${style.bold(name)}  ${leafCount} leaves in ${capacity} slots  ${root}\n`
}

/** A tree that contradicts itself is unsound; one that only breaks a policy is not. */
function isAgainst({ findings }: Extract<FileCheck, { readonly file: unknown }>): boolean {
  const worst = findings.filter(({ severity }) => severity === 'error')
  return worst.length > 0 && worst.every(({ code }) => code.startsWith('policy_'))
}

/** Findings of a tree that is whole and yet permits what it does not show, or may. */
const openCodes: ReadonlySet<string> = new Set(['binds_nothing', 'second_reading'])

/** A tree that leaves an account to the caller, or has a second reading by some decoders, is not called sound. */
function isOpen(check: FileCheck): boolean {
  const isOpening = ({ code, severity }: Finding) => severity !== 'info' && openCodes.has(code)
  return 'file' in check && check.ok && check.findings.some(isOpening)
}

function sumOf(files: readonly FileCheck[], skipped: number): string {
  const open = files.filter(isOpen).length
  const sound = files.filter(({ ok }) => ok).length - open
  const invalid = files.filter((check) => !('file' in check)).length
  const against = files.filter((check) => 'file' in check && !check.ok && isAgainst(check)).length
  const unsound = files.length - sound - open - invalid - against
  const broken = against > 0 ? `, ${against} against the policy` : ''
  return `\n${files.length} ${files.length === 1 ? 'file' : 'files'}: ${sound} sound${open > 0 ? `, ${open} open` : ''}${broken}, ${unsound} unsound, ${invalid} invalid${skipped > 0 ? `; ${skipped} skipped` : ''}\n`
}

function treeOnChainJsonOf(treeOnChain: TreeOnChain): Json {
  const { chainId, block, manager, decoders, strategists, strategistsOnly } = treeOnChain
  const { rootsUnknown, asked: askedCount, notChecked } = treeOnChain
  return {
    chain: chainJsonOf(chainId),
    block,
    manager,
    decoders,
    strategists: strategists.map(({ address, root, isThisTree }) => ({
      address,
      isThisTree,
      isRevoked: isRevoked(root),
      ...(rootJsonOf(root) as object),
    })),
    strategistsOnly,
    rootsUnknown,
    asked: askedCount,
    notChecked,
  } as Json
}

function* printTreeOnChain(
  onChain: TreeOnChain,
  { style, all }: { readonly style: TextStyle; readonly all: boolean },
): Iterable<string> {
  const { chainId, block, decoders, strategists, strategistsOnly } = onChain
  const { rootsUnknown, asked: askedCount, notChecked } = onChain
  yield style.dim(`  at ${blockLine(chainId, block)}\n`)
  for (const { address, leaves, codeHash } of decoders) {
    const code = codeHash === null ? style.red('no code') : `code ${codeHash}`
    yield `  decoder     ${address}  ${leaves} leaves, ${code}\n`
  }
  for (const { address, root, isThisTree } of strategists) {
    const state = isRevoked(root) ? style.yellow('revoked') : style.dim('another root')
    const mark = isThisTree ? style.green('this tree') : state
    yield `  strategist  ${address}  ${mark}  ${rootText(root)}\n`
  }
  if (rootsUnknown === null && strategistsOnly !== null) {
    yield style.yellow(`  strategists looked at: only ${strategistsOnly}\n`)
  }
  if (rootsUnknown !== null) yield style.yellow(`  roots not checked: ${rootsUnknown}\n`)
  yield `  answers     ${askedCount} leaves put to their decoders${notChecked.length > 0 ? `, ${notChecked.length} not checked` : ''}\n`
  const whys = new Map<string, number[]>()
  for (const { leaf, why: reason } of notChecked)
    whys.set(reason, [...(whys.get(reason) ?? []), leaf])
  for (const [reason, leaves] of whys) {
    const named = all ? leaves : leaves.slice(0, 5)
    const remainder = leaves.length - named.length
    const more = remainder > 0 ? ` and ${remainder} more` : ''
    yield style.yellow(`  not checked leaf ${named.join(', ')}${more}: ${printSafely(reason)}\n`)
  }
}

/** True if a strategist's root was set back to zero. */
function isRevoked({ root }: ManageRoot): boolean {
  return /^0x0+$/.test(root)
}
