import type { Address } from '@vaultwright/base'
import { nameAccounts, printTrusted } from '@vaultwright/registry'
import type { Highlight } from '../leaf/highlight.ts'
import { countText, functionText, listText, plainText } from '../leaf/sentence.ts'
import { riskSeverities } from '../risk/severity.ts'
import type { BindingLoss } from './binding-loss.ts'
import type { DiffSummary, TreeComparison } from './comparison.ts'
import { signs } from './diff-line.ts'
import type { DiffSet } from './diff-set.ts'
import type { OpenedWay, RiskDifference } from './risk-difference.ts'
import { isDecoderOnly, type SetLine } from './set-line.ts'
import { callText, listOf, networkText, type SetWords, setText } from './set-text.ts'

/** A line of a summary: a warning, a value of the head, or a change of permissions. */
export type SummaryLine = {
  readonly kind: 'danger' | 'head' | 'change'
  readonly text: string
  /** Leaves that it stands for. */
  readonly leaves: number
}

/** The number of accounts a line spells out. */
const fewAccounts = 3
/** Longer sentences of ways out are cut; `tree risk` has them whole. */
const maxSentenceLength = 240

/**
 * Says a comparison in lines: what may not be overlooked first, then the counts, then the permissions as sets.
 *
 * @returns one line each, without control characters of the files.
 */
export function summaryLines(comparison: TreeComparison, words: SetWords): readonly SummaryLine[] {
  const { summary } = comparison
  const danger = (text: string): SummaryLine => ({ kind: 'danger', text: `! ${text}`, leaves: 0 })
  return [
    ...summary.cautions.map(danger),
    ...summary.losses.map((loss) => danger(lossText(loss, words))),
    ...riskTexts(summary.risk, words).map(danger),
    ...countLines(comparison),
    ...newAccountTexts(comparison, words).map(danger),
    { kind: 'head', text: `root     ${arrow(comparison.root)}`, leaves: 0 },
    ...chainLines(summary),
    ...summary.lines.map((line) => changeLine(line, summary, words)),
  ]
}

/** Says in one line what an argument was bound to and what keeps it now. */
export function lossText(loss: BindingLoss, words: SetWords): string {
  const { target, signature, argument, bound, checks, positions, decoders } = loss
  const what = loss.route ?? functionText(signature)
  const where = `${what} of ${account(target, words)}`
  const count = countText(positions.length, 'leaf')
  const decoder = decoders.after.map((each) => account(each, words)).join(', ')
  if (argument === 'entries') {
    return `${where}: fewer arguments are bound than before, and no rule names them (${count}, decoder ${decoder})`
  }
  const values = bound.map((each) => account(each, words))
  const to = values.length === 0 ? '' : ` to ${listOf(values, 'values')}`
  const now =
    checks.length === 0
      ? 'is free now'
      : `is not bound now: free unless the decoder checks it (${listText(checks.map(plainText))})`
  return `${where}: ${plainText(argument)} was bound${to}, ${now} (${count}, decoder ${decoder})`
}

/** One line for all ways out that a change opens, with the worst of them in words. */
function riskTexts({ opened, closed, worst }: RiskDifference, words: SetWords): readonly string[] {
  const [first] = opened
  if (first === undefined) return []
  const counts = riskSeverities.flatMap((severity) => {
    const count = opened.filter((way) => way.severity === severity).length
    return count === 0 ? [] : [`${count} ${severity}`]
  })
  const gone = closed === 0 ? '' : `, ${closed} gone`
  const worstWay = opened.find(({ severity }) => severity === worst) ?? first
  const reach = worstWay.change === 'wider' ? 'reaching further: ' : ''
  return [
    `riskier: ${counts.join(', ')} new or wider ways out${gone}: ${reach}${sentenceText(worstWay, words)}`,
  ]
}

function sentenceText({ sentence }: OpenedWay, words: SetWords): string {
  const plain = plainText(nameAccounts(sentence, words.names, words))
  return plain.length > maxSentenceLength ? `${plain.slice(0, maxSentenceLength)}…` : plain
}

function countLines({
  root,
  leafCount,
  capacity,
  summary,
  callouts,
}: TreeComparison): SummaryLine[] {
  const { added, removed, changed, described, actions, newActions, goneActions } = summary.counts
  const head = (text: string): SummaryLine => ({ kind: 'head', text, leaves: 0 })
  if (added + removed + changed + described === 0) {
    const text =
      root.before === root.after
        ? 'The trees are the same.'
        : 'No permission differs: order, number of slots or padding gives another root.'
    return [head(text), ...slotsLine(capacity).map(head)]
  }
  const words = described === 0 ? [] : [`${described} described otherwise`]
  const leaves = [`${added} added`, `${removed} removed`, `${changed} changed`, ...words].join(', ')
  const accountCounts = [
    countOf(callouts.recipients.length, 'recipient'),
    countOf(callouts.spenders.length, 'spender'),
    countOf(callouts.targets.length, 'target'),
    countOf(callouts.decoders.length, 'decoder'),
  ].filter((text) => !text.startsWith('0 '))
  const accounts =
    accountCounts.length === 0 ? 'no new account' : `new: ${accountCounts.join(', ')}`
  const changes = `${newActions} new, ${goneActions} gone`
  return [
    head(
      `leaves   ${arrow(leafCount)}: ${leaves}; actions ${arrow(actions)}: ${changes}; ${accounts}`,
    ),
  ]
}

function slotsLine(capacity: TreeComparison['capacity']): readonly string[] {
  return capacity.before === capacity.after ? [] : [`slots    ${arrow(capacity)}`]
}

function chainLines({ chain, counts }: DiffSummary): readonly SummaryLine[] {
  if (counts.added + counts.removed + counts.changed === 0) return []
  const text =
    chain === null
      ? 'chain    not known: accounts are named as on the one chain that has them on record'
      : `chain    ${chain.because ?? chain.slug ?? chain.id}`
  return [{ kind: 'head', text, leaves: 0 }]
}

function newAccountTexts(
  { callouts, summary }: TreeComparison,
  words: SetWords,
): readonly string[] {
  const { recipients, spenders, decoders, targets } = callouts
  const texts: string[] = []
  const { unread } = summary.counts
  if (unread > 0) {
    texts.push(`${countText(unread, 'new leaf')} that no action describes`)
  }
  if (recipients.length > 0) texts.push(`${accountsText(recipients, 'recipient', words)}`)
  if (summary.bridges.length > 0) {
    const bridges = summary.bridges.map(({ target, route, signature, network }) => {
      const to = network === null ? '' : ` to ${networkText(network.numbering, network.number)}`
      return `${route ?? functionText(signature)}${to} through ${account(target, words)}`
    })
    texts.push(`${noun(bridges.length, 'bridge')}: ${few(bridges)}`)
  }
  if (spenders.length > 0) texts.push(`${accountsText(spenders, 'spender', words)}`)
  if (summary.senders.length > 0) {
    const senders = summary.senders.map(
      ({ target, signature }) => `${functionText(signature)} of ${account(target, words)}`,
    )
    texts.push(`native coin may be sent with ${few(senders)}`)
  }
  if (decoders.length > 0) texts.push(`${accountsText(decoders, 'decoder', words)}`)
  if (targets.length > 0) texts.push(`${accountsText(targets, 'target', words)}`)
  return texts
}

/** Accounts without a name on record come first, whole: a decision depends on them. */
function accountsText(highlights: readonly Highlight[], what: string, words: SetWords): string {
  const isNamed = ({ address }: Highlight) => words.names(address)?.source === 'registry'
  const ordered = [...highlights.filter((each) => !isNamed(each)), ...highlights.filter(isNamed)]
  const texts = ordered.map((each) => {
    const name = account(each.address, words)
    return what === 'recipient' ? `${name} (${functionsText(each)})` : name
  })
  return `${noun(texts.length, what)}: ${few(texts)}`
}

function functionsText({ signatures, positions }: Highlight): string {
  return `${few(signatures.map(functionText))}, ${countText(positions.length, 'leaf')}`
}

function changeLine(line: SetLine, summary: DiffSummary, words: SetWords): SummaryLine {
  const sets = line.sets.map((index) => summary.sets[index]!)
  const approvals = line.approvals.reduce((sum, index) => sum + summary.sets[index]!.leaves, 0)
  const leaves = sets.reduce((sum, set) => sum + set.leaves, 0)
  const served = approvals === 0 ? '' : `, with ${countText(approvals, 'approval')}`
  const text = `${changeText(sets, summary, words)}${served} (${countText(leaves + approvals, 'leaf')})`
  return { kind: 'change', text: `${signs[sets[0]!.kind]} ${text}`, leaves: leaves + approvals }
}

function changeText(sets: readonly DiffSet[], summary: DiffSummary, words: SetWords): string {
  const [first] = sets as readonly [DiffSet]
  if (first.kind === 'described') return 'described otherwise, permitting what they permitted'
  const calls = [...new Set(sets.map(callText))]
  if (isDecoderOnly(first)) {
    const { before, after } = first
    const protocols = [...new Set(calls.map((call) => call.split('/')[0]!))]
    const change = `${account(before!.decoder, words)} → ${account(after!.decoder, words)}`
    const named = change.startsWith('decoder ') ? change : `decoder ${change}`
    return `${named}, everything else as before: ${listOf(protocols, 'protocols')}${shapeNote(first, summary)}`
  }
  const { target, values } = setText(first, words)
  const flags = new Set(sets.map((set) => (set.after ?? set.before)!.canSendValue))
  const parts = [
    `${joinCalls(calls)}  ${target}${values === '' ? '' : `: ${values}`}`,
    ...(first.kind === 'changed' ? sideTexts(first, words) : valueTexts(flags)),
  ]
  return parts.join(', ')
}

/** A decoder that is new may check less of what it packs alike: nothing offline tells. */
function shapeNote({ after }: DiffSet, { sets }: DiffSummary): string {
  const isOld = sets.some(({ before }) => before?.decoder === after?.decoder)
  return isOld ? '' : '; what it refuses is not known offline, decoder check tells'
}

function sideTexts({ before, after }: DiffSet, words: SetWords): readonly string[] {
  const texts: string[] = []
  if (before!.decoder !== after!.decoder) {
    texts.push(`decoder ${account(before!.decoder, words)} → ${account(after!.decoder, words)}`)
  }
  if (before!.canSendValue !== after!.canSendValue) {
    texts.push(after!.canSendValue ? 'without → with native coin' : 'with → without native coin')
  }
  return texts
}

function valueTexts(flags: ReadonlySet<boolean>): readonly string[] {
  if (!flags.has(true)) return []
  return [flags.size === 1 ? 'with native coin' : 'with and without native coin']
}

/** Actions of one protocol name it once. */
export function joinCalls(calls: readonly string[]): string {
  const [first, ...further] = calls
  const prefix = first!.slice(0, first!.indexOf('/') + 1)
  const isOne = prefix !== '' && further.every((call) => call.startsWith(prefix))
  const names = isOne ? [first!, ...further.map((call) => call.slice(prefix.length))] : calls
  return names.length <= 6
    ? names.join(', ')
    : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`
}

function account(address: Address, words: SetWords): string {
  return printTrusted(address, words.names, words)
}

function few(texts: readonly string[]): string {
  const shown = texts.slice(0, fewAccounts)
  const remainder = texts.length - shown.length
  return `${shown.join('; ')}${remainder === 0 ? '' : `; and ${remainder} more`}`
}

function noun(count: number, what: string): string {
  return count === 1 ? `new ${what}` : `${count} new ${what}s`
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}

function arrow({
  before,
  after,
}: {
  readonly before: string | number
  readonly after: string | number
}) {
  return before === after ? `${after}` : `${before} → ${after}`
}
