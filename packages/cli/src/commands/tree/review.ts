import { BaseError } from '@vaultwright/base'
import { parseTreeFile, type TreeFile } from '@vaultwright/formats'
import { ruleBook } from '@vaultwright/protocols'
import {
  type ChangedFile,
  comparisonJsonOf,
  isAtLeast,
  lossText,
  printTreeChanges,
  printWayOutLine,
  type RiskSeverity,
  riskSeverities,
  treeChangeOf,
} from '@vaultwright/review'
import { type ArgumentsOf, choice, defineCommand, flag, list, text } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { exitCodeOf } from '../../failure/exit.ts'
import { readNames } from '../../input/tree-names.ts'
import { nameOptions } from '../../input/tree-option.ts'
import { isForeignTree } from '../../input/tree-path.ts'
import type { ReportRow } from '../../report/report.ts'
import { isReportFormat, printReport, reportFormats } from '../../report/report-print.ts'
import type { Context, Json } from '../../terminal/context.ts'
import { printJson } from '../../terminal/json.ts'
import { type ChangedInput, changedInCommits, changedPaths } from './changed-tree.ts'

const reviewOptions = {
  repository: text('Takes both sides as commits of the git repository in this folder', 'folder'),
  path: list('With --repository: only files at or below this path; may be repeated', 'path'),
  format: choice(
    ['text', 'json', 'markdown', ...reportFormats],
    'How to print it: markdown for a comment; github, sarif and junit for CI',
  ),
  'fail-on': choice(
    riskSeverities,
    'Answer no (exit 1) also when a way out of this severity or worse is new or wider',
  ),
  detail: flag('Print every line of every file'),
  ...nameOptions,
}

export const command = defineCommand({
  name: 'tree review',
  summary: 'Review what a change does to tree files, on one screen',
  describe:
    'Reviews a change of tree files without a definition: of each file that differs whether the later one is sound, what binds less, what is new, wider, narrower and gone, and the ways out by severity that open. Gives two files, two folders, or with --repository two commits; there the later one is compared with the newest commit that both have, as a pull request shows it. Leaves are counted without padding. What cannot be read or is not sound stands first. The answer is no (exit 1) when a later file is not sound.',
  positionals: {
    base: { describe: 'The file, folder or commit before the change' },
    head: { describe: 'The one after it' },
  },
  options: reviewOptions,
  examples: [
    ['tree review old.json new.json', 'What does this change permit?'],
    [
      'tree review origin/main HEAD --repository . --path leafs --format markdown',
      'The comment of a pull request',
    ],
    [
      'tree review base/ head/ --format sarif --fail-on critical --out review.sarif',
      'For code scanning; exit 1 when a critical way out opens',
    ],
  ],
  run: async (args, context) => {
    const { base, head, repository, path: paths, format } = args
    if (repository === undefined && paths.length > 0) {
      throw new UsageError('--path goes with --repository. Give it as well.', { option: 'path' })
    }
    const inputs =
      repository === undefined
        ? changedPaths(base, head, context)
        : await changedInCommits(base, head, { repository, paths })
    const files: ReviewedFile[] = []
    for (const input of inputs) {
      context.signal.throwIfAborted()
      const file = await reviewFile(input, { options: args, context })
      if (file !== null) files.push(file)
    }
    const limit = args['fail-on']
    const rows = files.flatMap((file) => rowsOf(file, limit))
    const json = () => reviewJsonOf(files)
    const isNo = rows.some(({ severity }) => severity === 'error')
    return {
      json,
      text: () => {
        if (isReportFormat(format)) {
          const reviewed = files.map(({ path }) => path)
          return [printReport({ command: 'tree review', files: reviewed, rows }, format)]
        }
        if (format === 'json') return [printJson(json())]
        return [printTreeChanges(files, format === 'markdown')]
      },
      exit: () => (files.some((file) => 'problem' in file) ? 3 : isNo ? 1 : 0),
    }
  },
})

type ReviewedFile = ChangedFile & { readonly code?: string }

type ReviewContext = {
  readonly options: ArgumentsOf<typeof reviewOptions>
  readonly context: Context
}

/** One side of a file: a tree, no file, a file of another kind, or a tree that cannot be read. */
type Side =
  | { readonly kind: 'tree'; readonly file: TreeFile }
  | { readonly kind: 'none' | 'foreign' }
  | { readonly kind: 'unread'; readonly error: BaseError }

/** Reviews one file; null where neither side is a tree. */
async function reviewFile(
  { path, before, after }: ChangedInput,
  { options, context }: ReviewContext,
): Promise<ReviewedFile | null> {
  const [old, now] = [await sideOf(before), await sideOf(after)]
  const trees = [old, now].flatMap((side) => (side.kind === 'tree' ? [side.file] : []))
  const naming = await readNames(trees, options, context)
  const printing = { ...naming, detail: options.detail }
  if (now.kind === 'unread') {
    return { path, printing, problem: now.error.shortMessage, code: now.error.code }
  }
  if (now.kind === 'foreign' && old.kind === 'tree') {
    return { path, printing, problem: 'was a tree and is none any more', code: 'foreign_format' }
  }
  if (trees.length === 0 && old.kind !== 'unread') return null
  const note =
    old.kind === 'unread' ? `the earlier file cannot be read: ${old.error.shortMessage}` : null
  const fileOf = (side: Side) => (side.kind === 'tree' ? side.file : null)
  const chainId = options.chain === undefined ? undefined : (naming.chainId ?? undefined)
  const change = treeChangeOf(
    { before: fileOf(old), after: fileOf(now) },
    { rules: ruleBook, chainId },
  )
  return { path, printing, note, change }
}

async function sideOf(read: ChangedInput['before']): Promise<Side> {
  if (read === null) return { kind: 'none' }
  const bytes = await read()
  try {
    return { kind: 'tree', file: parseTreeFile(bytes) }
  } catch (error) {
    if (!(error instanceof BaseError) || exitCodeOf(error) !== 3) throw error
    return isForeignTree(bytes, error) ? { kind: 'foreign' } : { kind: 'unread', error }
  }
}

/** Gives the rows for CI: a leaf has no line of its own in a tree file. */
function rowsOf(file: ReviewedFile, limit: RiskSeverity | undefined): readonly ReportRow[] {
  const whole = { file: file.path, line: null, column: null }
  if ('problem' in file) {
    const code = file.code ?? 'input_unreadable'
    return [{ ...whole, severity: 'error', code, message: file.problem }]
  }
  const { findings, comparison, opened } = file.change
  const { names } = file.printing
  return [
    ...findings.map(({ severity, code, message }) => ({ ...whole, severity, code, message })),
    ...(comparison?.summary.losses ?? []).map((loss): ReportRow => {
      return {
        ...whole,
        severity: 'warning',
        code: 'binding_lost',
        message: lossText(loss, file.printing),
      }
    }),
    ...opened.map((way): ReportRow => {
      const isNo = limit !== undefined && isAtLeast(way.severity, limit)
      const message = `${way.severity}, ${way.change}: ${printWayOutLine(way, names)}`
      return { ...whole, severity: isNo ? 'error' : 'warning', code: way.code, message }
    }),
  ]
}

function reviewJsonOf(files: readonly ReviewedFile[]): Json {
  return {
    files: files.map((file) => {
      if ('problem' in file) {
        return { file: file.path, error: { code: file.code ?? null, message: file.problem } }
      }
      const { leafCount, findings, comparison, opened } = file.change
      const diff = comparison === null ? null : comparisonJsonOf(comparison, file.printing)
      return { file: file.path, note: file.note ?? null, leafCount, findings, opened, diff }
    }) as unknown as Json,
  }
}
