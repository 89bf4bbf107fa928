import type { IndexStatusData, MetricsSnapshot } from '@vaultwright/wire'
import { countText } from '../../part/text/count-text.ts'
import type { RootRisk } from '../data/vault-data.ts'
import type { VaultTab } from '../data/vault-tab.ts'
import type { WaitingQueue } from '../data/vault-waiting.ts'
import { healthLinesOf } from '../health/health-line.ts'
import type { SeriesCheck } from '../receipt/check-series.ts'
import { type RootLine, type RootStep, rootPairOf } from '../root-line/root-line.ts'

/** The screen on which something that needs attention is looked at. */
export type AttentionLink =
  | { readonly kind: 'tab'; readonly tab: VaultTab }
  | { readonly kind: 'risk'; readonly root: string; readonly isPending: boolean }
  | { readonly kind: 'diff'; readonly older: string; readonly newer: string }

/** A matter that needs attention, and the page that shows it. */
export type AttentionItem = {
  readonly tone: 'bad' | 'look'
  readonly title: string
  readonly text: string
  readonly link: AttentionLink
}

/** The facts about a vault; null for what was not read. */
export type AttentionFacts = {
  readonly status: string
  readonly lines: readonly RootLine[]
  /** By root in lower case; a root without an answer is not there. */
  readonly risks: ReadonlyMap<string, RootRisk>
  readonly snapshot: MetricsSnapshot | null
  readonly index: IndexStatusData | null
  readonly check: SeriesCheck | null
  /** Queues of Safes; empty where there are none. */
  readonly waiting: readonly WaitingQueue[]
  /** Parts that could not be read, as nouns. */
  readonly failures: readonly string[]
}

/** Lists what needs attention, the worst first. */
export function attentionOf(facts: AttentionFacts): readonly AttentionItem[] {
  const items = [
    ...queueItems(facts),
    ...pendingItems(facts),
    ...dangerItems(facts),
    ...dayItems(facts),
    ...worthItems(facts),
    ...indexItems(facts),
  ]
  return [
    ...items.filter(({ tone }) => tone === 'bad'),
    ...items.filter(({ tone }) => tone !== 'bad'),
  ]
}

/** Says how many ways out of each severity a root has: `2 critical, 3 high`; null where none is of these. */
export function riskText({ counts }: RootRisk): string | null {
  const named = (['critical', 'high', 'medium', 'unknown'] as const).flatMap((severity) =>
    counts[severity] === 0
      ? []
      : [`${counts[severity]} ${severity === 'unknown' ? 'not readable' : severity}`],
  )
  return named.length === 0 ? null : named.join(', ')
}

/** Tells whether a stolen key could take value by a root. */
export function isDangerous({ counts }: RootRisk): boolean {
  return counts.critical + counts.high > 0
}

/** A line a queue in which something waits, by the service's word: the tab judges again. */
function queueItems({ waiting }: AttentionFacts): readonly AttentionItem[] {
  return waiting.flatMap(({ name, answers }): readonly AttentionItem[] => {
    const [worst] = answers
    if (worst === undefined) return []
    const count = answers.filter((answer) => answer === worst).length
    const all = countText(answers.length, 'transaction')
    return [
      {
        tone: worst === 'no' ? 'bad' : 'look',
        title:
          worst === 'no'
            ? `${countText(count, 'transaction')} in a queue: No`
            : `${all} ${answers.length === 1 ? 'waits' : 'wait'} for owners`,
        text: `${name}: ${count} of ${answers.length} ${answerWords[worst]}, as the service judges`,
        link: { kind: 'tab', tab: 'queue' },
      },
    ]
  })
}

const answerWords = { no: 'No', incomplete: 'open', conditional: 'Yes, if', yes: 'Yes' } as const

function pendingItems({ lines, risks }: AttentionFacts): readonly AttentionItem[] {
  return lines.flatMap((line) =>
    line.steps.flatMap((step): readonly AttentionItem[] => {
      if (step.state !== 'pending') return []
      const risk = riskOf(step, risks)
      const pair = rootPairOf(line, [step])
      const tone = risk !== null && isDangerous(risk) ? 'bad' : 'look'
      return [
        {
          tone,
          title: tone === 'bad' ? 'A pending root is dangerous' : 'A root waits to be set',
          text: `${nameOf(line)}: ${(risk === null ? null : riskText(risk)) ?? countText(step.leafCount ?? 0, 'leaf', 'leaves')}`,
          link:
            pair === null
              ? { kind: 'risk', root: step.root, isPending: true }
              : { kind: 'diff', ...pair },
        },
      ]
    }),
  )
}

function dangerItems({ lines, risks }: AttentionFacts): readonly AttentionItem[] {
  const byRoot = new Map<string, { readonly step: RootStep; readonly names: string[] }>()
  for (const line of lines) {
    const step = line.steps.find(({ state }) => state === 'active')
    if (step === undefined) continue
    const entry = byRoot.get(step.root) ?? { step, names: [] }
    entry.names.push(nameOf(line))
    byRoot.set(step.root, entry)
  }
  return [...byRoot.values()].flatMap(({ step, names }): readonly AttentionItem[] => {
    const who = names.join(', ')
    if (step.leafCount === null)
      return [
        {
          tone: 'look',
          title: 'A root in force has no stored tree',
          text: `${who}: what it permits is not known`,
          link: { kind: 'tab', tab: 'permissions' },
        },
      ]
    const risk = riskOf(step, risks)
    if (risk === null || (!isDangerous(risk) && risk.counts.unknown === 0)) return []
    return [
      {
        tone: isDangerous(risk) ? 'bad' : 'look',
        title: isDangerous(risk)
          ? 'A stolen key could take value'
          : 'Some leaves in force cannot be read',
        text: `${who}: ${riskText(risk)}`,
        link: { kind: 'risk', root: step.root, isPending: false },
      },
    ]
  })
}

function dayItems({ check }: AttentionFacts): readonly AttentionItem[] {
  if (check === null) return []
  const link = { kind: 'tab', tab: 'performance' } as const
  const { different, open } = check
  return [
    ...(different.length === 0
      ? []
      : [
          {
            tone: 'bad' as const,
            title: `${countText(different.length, 'day')} ${different.length === 1 ? 'differs' : 'differ'}`,
            text: 'computed again here, with another result',
            link,
          },
        ]),
    ...(open.length === 0
      ? []
      : [
          {
            tone: 'look' as const,
            title: `${countText(open.length, 'day')} could not be compared`,
            text: 'part of what they follow from is missing',
            link,
          },
        ]),
  ]
}

const flagTitles: Readonly<Record<string, string>> = {
  nav_gap: 'Net and total assets lie apart',
  nav_open: 'The worth is known on one side alone, or on none',
  rate_headroom: 'The next rate is near a bound',
}

function worthItems({ snapshot, status }: AttentionFacts): readonly AttentionItem[] {
  const endless = snapshot?.allowances?.filter(({ is_unlimited }) => is_unlimited).length ?? 0
  return [
    ...(status === 'active'
      ? []
      : [
          {
            tone: 'look' as const,
            title: `The vault is ${status}`,
            text: 'as the service has it',
            link: { kind: 'tab', tab: 'settings' } as const,
          },
        ]),
    ...(snapshot?.flags ?? []).map(({ flag, reason }) => ({
      tone: 'look' as const,
      title: flagTitles[flag] ?? flag,
      text: reason,
      link: { kind: 'tab', tab: 'overview' } as const,
    })),
    ...(endless === 0
      ? []
      : [
          {
            tone: 'look' as const,
            title: `${countText(endless, 'allowance')} for ever`,
            text: 'others may take a token at any time',
            link: { kind: 'tab', tab: 'risk' } as const,
          },
        ]),
  ]
}

function indexItems({ index, failures }: AttentionFacts): readonly AttentionItem[] {
  const lines = index === null ? [] : healthLinesOf(index).filter(({ isOpen }) => isOpen)
  return [
    ...failures.map((what) => ({
      tone: 'look' as const,
      title: `The ${what} cannot be read`,
      text: 'so nothing is said of it here',
      link: { kind: 'tab', tab: 'activity' } as const,
    })),
    ...(lines.length === 0
      ? []
      : [
          {
            tone: 'look' as const,
            title: 'The index is not current',
            text: lines.map(({ name, text }) => `${name}: ${text}`).join('; '),
            link: { kind: 'tab', tab: 'activity' } as const,
          },
        ]),
  ]
}

function riskOf({ root }: RootStep, risks: AttentionFacts['risks']): RootRisk | null {
  return risks.get(root.toLowerCase()) ?? null
}

function nameOf({ name, strategist }: RootLine): string {
  return name ?? strategist
}
