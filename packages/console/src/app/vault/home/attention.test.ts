import type { IndexStatusData, MetricsSnapshot } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import type { RootRisk } from '../data/vault-data.ts'
import { waitingAnswersOf } from '../data/vault-waiting.ts'
import type { RootStep } from '../root-line/root-line.ts'
import { type AttentionFacts, attentionOf, riskText } from './attention.ts'

const root = (digit: string) => `0x${digit.repeat(64)}`
const step = (digit: string, values: Partial<RootStep>): RootStep => ({
  root: root(digit),
  state: 'active',
  since: null,
  transaction: null,
  leafCount: 4,
  ...values,
})
const risk = (counts: Partial<RootRisk['counts']>): RootRisk => ({
  counts: { unknown: 0, critical: 0, high: 0, medium: 0, low: 0, info: 0, ...counts },
  worst: null,
})
const calmFacts: AttentionFacts = {
  status: 'active',
  lines: [{ strategist: '0xa', name: 'main', steps: [step('1', {})] }],
  risks: new Map([[root('1'), risk({ low: 3 })]]),
  snapshot: null,
  index: null,
  check: { same: 3, different: [], open: [] },
  failures: [],
  waiting: [],
}

test('golden: nothing needs attention where nothing is found', () => {
  expect(attentionOf(calmFacts)).toEqual([])
})

test('law: each fact that is bad or open has a line of its own, the bad ones first', () => {
  const steps = [step('2', { state: 'pending' }), step('1', {})]
  const items = attentionOf({
    status: 'paused',
    lines: [
      { strategist: '0xa', name: 'main', steps },
      { strategist: '0xb', name: null, steps: [step('3', { leafCount: null })] },
    ],
    risks: new Map([
      [root('1'), risk({ unknown: 1 })],
      [root('2'), risk({ critical: 2, high: 1 })],
    ]),
    snapshot: {
      flags: [{ flag: 'nav_gap', reason: 'too far' }],
      allowances: [{ is_unlimited: true }, { is_unlimited: false }],
    } as unknown as MetricsSnapshot,
    index: {
      last_day: null,
      head_at: null,
      lag_seconds: null,
      missing: { days: 0, ranges: [], more_ranges: 0 },
      stale: { days: 0, ranges: [], more_ranges: 0 },
      failure_count: 0,
      parked_count: 0,
      roots_without_tree: 0,
    } as unknown as IndexStatusData,
    check: { same: 1, different: ['2026-01-02'], open: ['2026-01-03'] },
    failures: ['roots'],
    waiting: [],
  })
  expect(items.map(({ tone, title }) => `${tone}: ${title}`)).toEqual([
    'bad: A pending root is dangerous',
    'bad: 1 day differs',
    'look: Some leaves in force cannot be read',
    'look: A root in force has no stored tree',
    'look: 1 day could not be compared',
    'look: The vault is paused',
    'look: Net and total assets lie apart',
    'look: 1 allowance for ever',
    'look: The roots cannot be read',
    'look: The index is not current',
  ])
  expect(items[0]!.link).toEqual({ kind: 'diff', older: root('1'), newer: root('2') })
})

test('default: strategists with the same dangerous root share a line', () => {
  const lines = ['main', 'manager'].map((name) => ({
    strategist: name,
    name,
    steps: [step('1', {})],
  }))
  const risks = new Map([[root('1'), risk({ high: 2, medium: 1 })]])
  expect(attentionOf({ ...calmFacts, lines, risks })).toMatchObject([
    { tone: 'bad', text: 'main, manager: 2 high, 1 medium' },
  ])
  expect(riskText(risk({ low: 2 }))).toBe(null)
})

test('law: what waits in a queue needs attention, bad if one of it is a No, and what is dead does not', () => {
  const entry = (state: 'ready' | 'dead', answer: 'yes' | 'conditional' | 'no') => ({
    state,
    answer,
  })
  const linesOf = (...entries: ReturnType<typeof entry>[]) =>
    attentionOf({
      ...calmFacts,
      waiting: [{ name: 'multisig', answers: waitingAnswersOf(entries) }],
    })
  expect(linesOf()).toEqual([])
  expect(linesOf(entry('dead', 'no'))).toEqual([])
  expect(linesOf(entry('ready', 'yes'), entry('dead', 'no'))).toMatchObject([
    { tone: 'look', title: '1 transaction waits for owners', link: { tab: 'queue' } },
  ])
  expect(
    linesOf(entry('ready', 'yes'), entry('ready', 'no'), entry('ready', 'conditional')),
  ).toEqual([
    {
      tone: 'bad',
      title: '1 transaction in a queue: No',
      text: 'multisig: 1 of 3 No, as the service judges',
      link: { kind: 'tab', tab: 'queue' },
    },
  ])
})
