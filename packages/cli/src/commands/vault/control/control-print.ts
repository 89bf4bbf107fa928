import {
  type ActAnswer,
  answerAhead,
  bridgeSentences,
  type ControlAccount,
  type ControlAnswer,
  type ControlReading,
  controlHeadline,
  delayText,
  fewestKeys,
  keysText,
  notSeen,
  pathText,
  sentencesAhead,
  shortText,
} from '@vaultwright/access-control'
import type { Address, Finding } from '@vaultwright/base'
import { printFindings } from '../../../print/tree.ts'
import type { ExitCode, Json } from '../../../terminal/context.ts'
import type { TextStyle } from '../../../terminal/style.ts'
import { printTable } from '../../../terminal/table.ts'

/** An answer, the state it is of, and the block. */
export type ControlView = {
  readonly reading: ControlReading
  readonly answer: ControlAnswer
  readonly block: { readonly number: bigint; readonly hash: string }
  /** False if the node refused the logs. */
  readonly hasLogs: boolean
  /** Findings of a policy; absent or null without one. */
  readonly findings?: readonly Finding[] | null
}

/** The words that `--fail-on` may name. */
export const failureWords = ['unknown', 'incomplete', 'critical', 'high', 'medium'] as const
export const severities = ['critical', 'high', 'medium', 'low'] as const

/** Tells which of the named failures an answer has. */
export function failuresOf(
  { reading, answer }: Pick<ControlView, 'reading' | 'answer'>,
  words: readonly string[],
): readonly string[] {
  return words.filter((word) => {
    if (word === 'unknown') return answer.acts.some(restsOnUnknown)
    if (word === 'incomplete') return reading.completeness.some(({ isComplete }) => !isComplete)
    const worst = severities.indexOf(word as (typeof severities)[number])
    return answer.acts.some(
      (row) => severities.indexOf(row.severity) <= worst && fewestKeys(row) < 2,
    )
  })
}

/** True if fewer keys cannot be excluded than are proven, or if too many sets leave it open. */
function restsOnUnknown({ cuts }: ActAnswer): boolean {
  return cuts === null || cuts.some(({ leastKeys, possibleKeys }) => leastKeys !== possibleKeys)
}

/** Prints an answer: one sentence, one row an act, worst first, and what it rests on. */
export function* printControl(view: ControlView, style: TextStyle): Iterable<string> {
  const { answer, reading, block, hasLogs, findings = null } = view
  yield `${style.bold(controlHeadline(answer))}\n\n`
  const columns = actTitles.map((title) => ({ title }))
  yield* printTable(columns, actCells(view), style)
  yield '\n'
  if (findings !== null) {
    yield `${policySentence(findings)}\n`
    yield* printFindings(findings, { style, all: true })
    yield '\n'
  }
  for (const { address, sentence } of reading.notes) yield `${address}  ${sentence}\n`
  const ahead = sentencesAhead(reading)
  if (ahead !== null) yield 'When all that waits has run:\n'
  for (const sentence of ahead ?? []) yield `  ${sentence}\n`
  const incomplete = reading.completeness.filter(({ isComplete }) => !isComplete)
  for (const { contract, unexplained, open } of incomplete) {
    yield style.yellow(
      `${contract}  not proven complete: ${unexplained} values not explained, ${open} links not opened\n`,
    )
  }
  for (const sentence of bridgeSentences(answer, reading.state)) yield style.yellow(`${sentence}\n`)
  if (!hasLogs) yield style.yellow('The node refused the logs: lists may be incomplete.\n')
  yield style.dim(`proven from the hash of block ${block.number}, ${block.hash}\n${notSeen}\n`)
}

/** The titles of the columns of `actCells`. */
export const actTitles = ['act', 'keys', 'delay', 'by', '']

/** The cells of the table of acts: one row an act, worst first. */
export function actCells(view: ControlView): readonly (readonly string[])[] {
  return rowsOf(view.answer).map((rows) => {
    const [row] = rows as [ActAnswer]
    const isOneKey = fewestKeys(row) < 2 && row.severity !== 'low'
    const delay = row.cuts?.[0]?.delay
    const mark = isOneKey ? row.severity.toUpperCase() : ''
    return [
      actText(rows, view.reading),
      keysText(row),
      delay === undefined ? '' : delayText(delay),
      pathText(row.path, view.reading.state),
      mark,
    ]
  })
}

/** Says whether a policy is kept. */
export function policySentence(findings: readonly Finding[]): string {
  const failures = findings.filter(({ severity }) => severity === 'error')
  if (failures.length === 0) return 'The policy is kept.'
  const open = failures.filter(({ code }) => code === 'not_decidable').length
  const parts = [
    failures.length > open ? `${failures.length - open} broken` : '',
    open > 0 ? `${open} not decidable` : '',
  ]
  return `The policy is not kept: ${parts.filter((part) => part !== '').join(', ')}.`
}

/** Joins acts whose answer is the same on several contracts. */
function rowsOf({ acts }: ControlAnswer): readonly (readonly ActAnswer[])[] {
  const groups = new Map<string, ActAnswer[]>()
  for (const row of acts) {
    const sets = row.cuts?.map((cut) => [
      String(cut.setCount),
      cut.sets.map(({ keys, unknown }) => `${keys}|${unknown}`),
    ])
    const id = JSON.stringify([row.act, sets, wayText(row)])
    groups.set(id, [...(groups.get(id) ?? []), row])
  }
  return [...groups.values()]
}

/** The keys, delays and first key set of an act in one text: the same text for what is done alike. */
export function wayText({ cuts, bounds, path }: ActAnswer): string {
  const keys = path.filter(({ rule }) => rule === 'key').map(({ subject }) => subject)
  const counts = cuts?.map(({ delay, leastKeys, possibleKeys }) => [delay, leastKeys, possibleKeys])
  return JSON.stringify([counts ?? bounds, keys])
}

/** Names an act, with its contracts or strategists where several have it; contracts of one kind by their addresses. */
export function actText(
  rows: readonly ActAnswer[],
  { state }: Pick<ControlReading, 'state'>,
): string {
  const [{ act, strategist }] = rows as readonly [ActAnswer]
  const name = act.replaceAll('_', ' ')
  if (strategist !== null) return `${name} (${rows.map((row) => row.strategist).join(', ')})`
  const targets = new Set(rows.map(({ target }) => target))
  const kinds = new Map<string, Address[]>()
  for (const [address, account] of state) {
    const kind = partName(account)
    kinds.set(kind, [...(kinds.get(kind) ?? []), address])
  }
  const parts = [...kinds].flatMap(([kind, alike]) => {
    const matches = alike.filter((address) => targets.has(address))
    if (alike.length === 1 || matches.length === 0) return matches.length === 0 ? [] : [kind]
    if (matches.length === alike.length) return [`${alike.length} ${pluralOf(kind)}`]
    return matches.map((address) => `${kind} ${shortText(address)}`)
  })
  const isNamed = rows.length > 1 || namedActs.has(act)
  const isOneOfMany = parts.some((part) => part.includes('0x'))
  return isNamed || isOneOfMany ? `${name} (${parts.join(', ')})` : name
}

function pluralOf(kind: string): string {
  return kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`
}

function partName(account: ControlAccount): string {
  const inner = account.kind === 'proxy' ? account.behind : account
  return inner.kind === 'contract' ? inner.part.of.replaceAll('_', ' ') : inner.kind
}

/** Acts that several contracts have. */
const namedActs: ReadonlySet<string> = new Set([
  'change_authority',
  'grant',
  'upgrade',
  'pause',
  'unpause',
  'manage_by_root',
  'rescue',
])

/** The same for a program. */
export function controlJsonOf({
  reading,
  answer,
  block,
  hasLogs,
  findings = null,
}: ControlView): Json {
  return {
    block: { number: block.number, hash: block.hash },
    headline: controlHeadline(answer),
    complete: reading.completeness.every(({ isComplete }) => isComplete),
    hasLogs,
    acts: answer.acts.map(actJsonOf),
    accounts: [...reading.state].map(([address, account]) => ({
      address,
      kind: account.kind,
      code: reading.codeNames.get(address) ?? null,
      notes: reading.notes
        .filter((note) => note.address === address)
        .map(({ sentence }) => sentence),
    })),
    completeness: reading.completeness.map((row) => ({ ...row })),
    waiting: reading.waiting.map(({ timelock, id, readyAt, calls }) => ({
      timelock,
      id,
      readyAtUnix: readyAt,
      calls: calls?.map(({ target, value, data }) => ({ target, value, data })) ?? null,
    })),
    bridges: [...reading.state].flatMap(bridgeJsonOf),
    actsAhead: answerAhead(reading)?.acts.map(actJsonOf) ?? null,
    ...(findings === null ? {} : { findings }),
  }
}

function bridgeJsonOf([address, account]: readonly [Address, ControlAccount]): readonly Json[] {
  const inner = account.kind === 'proxy' ? account.behind : account
  if (inner.kind !== 'contract' || inner.part.of !== 'teller' || inner.part.bridge === undefined)
    return []
  const { endpoint, delegate, routes } = inner.part.bridge
  const rows = routes.map(({ verifiers, ...route }) => ({
    ...route,
    verifiers:
      verifiers === null
        ? null
        : {
            ...verifiers,
            required: [...verifiers.required],
            optional: [...verifiers.optional],
          },
  }))
  return [{ teller: address, endpoint, delegate, routes: rows }]
}

/** An act's answer for a program; counts of sets are texts. */
export function actJsonOf({
  act,
  target,
  strategist,
  severity,
  cuts,
  bounds,
  path,
}: ActAnswer): Json {
  return {
    act,
    target,
    strategist,
    severity,
    nobody: cuts === null ? bounds === null : cuts.length === 0,
    cuts:
      cuts?.map(({ delay, leastKeys, possibleKeys, setCount, sets }) => ({
        delaySeconds: delay,
        leastKeys,
        possibleKeys,
        setCount,
        sets: sets.map(({ keys, unknown }) => ({ keys: [...keys], unknown: [...unknown] })),
      })) ?? null,
    bounds: bounds === null ? null : { ...bounds },
    path: path.map(({ rule, subject, target: called = null, selector = null, delay }) => ({
      rule,
      subject,
      target: called,
      selector,
      delaySeconds: delay,
    })),
  }
}

/** No where a named failure is there. */
export function exitOf(failures: readonly string[]): ExitCode {
  return failures.length === 0 ? 0 : 1
}
