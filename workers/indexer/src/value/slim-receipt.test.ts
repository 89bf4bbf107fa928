import { readFileSync } from 'node:fs'
import {
  type AnyReceipt,
  type DailyReceipt,
  type PerformanceReceipt,
  recompute,
  type VaultState,
} from '@vaultwright/valuation'
import { expect, test } from 'vitest'
import { jsonDigestOf, type ParsedReading } from '../reading/parsed-reading.ts'
import {
  inputDigestIn,
  parseSlimReceipt,
  printSlimReceipt,
  type ReceiptKind,
} from './slim-receipt.ts'
import { completeReceipt, completionOf, printWhole, readingNamesIn } from './whole-receipt.ts'

const path = new URL('../../../../fixtures/receipts/whole.json', import.meta.url)
const { receipts }: { readonly receipts: readonly AnyReceipt[] } = JSON.parse(
  readFileSync(path, 'utf8'),
)
type WithInputs = DailyReceipt | PerformanceReceipt
const whole = receipts.filter((one): one is WithInputs => !one.formula.startsWith('day@'))

/** The states of a receipt's readings, as far as its inputs tell: of a day in between only its end. */
function statesOf({ inputs }: WithInputs): readonly ParsedReading[] {
  if ('today' in inputs) {
    const { chain, day } = inputs.today
    const today = parsedOf(chain, day, inputs.today as VaultState)
    const { before } = inputs
    return before === null ? [today] : [today, endOnlyOf(chain, before)]
  }
  const { chain, last, first, between } = inputs
  return [
    parsedOf(chain, inputs.day, last),
    ...(first === null ? [] : [parsedOf(chain, first.day, first)]),
    ...between.flatMap((end) => (end === null ? [] : endOnlyOf(chain, end))),
  ]
}

function parsedOf(chain: string, day: string, state: VaultState): ParsedReading {
  const digest = jsonDigestOf(state)
  return { chain, day, digest, state, digests: { state: digest, share: digest, end: digest } }
}

function endOnlyOf(chain: string, end: { readonly day: string }): ParsedReading {
  const digests = { state: '', share: '', end: jsonDigestOf(end) }
  return { chain, day: end.day, digest: '', state: end as unknown as VaultState, digests }
}

const kindOf = ({ formula }: AnyReceipt): ReceiptKind =>
  formula.startsWith('daily@') ? 'daily' : 'performance'

test('golden: the digest of inputs is made of the whole receipt alone, and says of any change that it is another', () => {
  expect(whole.length).toBeGreaterThan(4)
  const digests = whole.map(inputDigestIn)
  expect(new Set(digests).size).toBe(new Set(whole.map((one) => JSON.stringify(one.inputs))).size)
  for (const [index, receipt] of whole.entries()) {
    const text = JSON.stringify(receipt)
    const changed: WithInputs = JSON.parse(text.replace(/"rate":"(\d+)"/, '"rate":"1$1"'))
    expect(changed).not.toEqual(receipt)
    expect(inputDigestIn(changed)).not.toBe(digests[index])
    expect(inputDigestIn({ ...receipt, result: {} } as WithInputs)).toBe(digests[index])
  }
})

test('law: a receipt without inputs is far shorter, is read again, and is none that has them', () => {
  for (const receipt of whole) {
    const text = printSlimReceipt(receipt, inputDigestIn(receipt), ['base'])
    const slim = parseSlimReceipt(text)
    expect(slim).toMatchObject({ formula: receipt.formula, otherChains: ['base'] })
    expect(slim?.result).toEqual(receipt.result)
    expect(text.length).toBeLessThan(JSON.stringify(receipt).length / 2)
    expect(parseSlimReceipt(JSON.stringify(receipt))).toBeNull()
  }
  expect(parseSlimReceipt('{')).toBeNull()
})

test('law: inputs that are gathered again make the receipt that was given out, to the letter', () => {
  let wholeCount = 0
  for (const receipt of whole.filter(({ formula }) => formula === 'daily@1')) {
    const { today } = (receipt as DailyReceipt).inputs
    const slim = parseSlimReceipt(printSlimReceipt(receipt, inputDigestIn(receipt), []))!
    const [current, before] = statesOf(receipt)
    const place = { kind: kindOf(receipt), chain: today.chain, day: today.day }
    // The end of the day before is computed from its state, which a receipt of growth does not have.
    if (before !== undefined) continue
    wholeCount++
    const completed = completeReceipt(slim, place, [current!])
    expect(completed.kind).toBe('same')
    const text = printWhole(slim, 'inputs' in completed ? completed.inputs : null)
    expect(text).toBe(JSON.stringify(receipt))
    expect(recompute(JSON.parse(text))).toEqual(receipt)
  }
  expect(wholeCount).toBeGreaterThan(0)
})

test('refuses: inputs that newer code reads otherwise, or that are gone, never pass for those of then', async () => {
  const receipt = whole.find(
    (one) => one.formula === 'daily@1' && (one as DailyReceipt).inputs.before === null,
  ) as DailyReceipt
  const { chain, day } = receipt.inputs.today
  const text = printSlimReceipt(receipt, inputDigestIn(receipt), [])
  const slim = parseSlimReceipt(text)!
  const [ownState] = statesOf(receipt)
  const altered = { ...ownState!, digests: { ...ownState!.digests, share: 'ffffffffffffffff' } }
  const place = { kind: 'daily', chain, day } as const
  expect(completeReceipt(slim, place, [altered])).toMatchObject({ kind: 'other' })
  expect(completeReceipt(slim, place, [])).toEqual({ kind: 'gone' })
  const basis = { formula: 'daily@1', [day]: ownState!.digest }
  const former = { kind: 'daily', day, basis, receipt: text } as const
  const complete = (state: ParsedReading | null) =>
    completionOf({ chain, parse: () => state!, known: () => undefined })(former, async () =>
      state === null
        ? []
        : [{ chain, day, digest: ownState!.digest, vault: ownState!.state.vault, body: '' }],
    )
  expect(await complete(ownState!)).toBe(JSON.stringify(receipt))
  expect(await complete(altered)).toBe(text)
  expect(await complete(null)).toBe(text)
})

test('default: a basis names its readings, those of other chains with their chain', () => {
  const basis = {
    'base/2026-01-01': 'b',
    '2026-01-08': 'a',
    formula: 'performance@2',
    'tree/0x': 'n',
  }
  expect(readingNamesIn(basis, 'ethereum')).toEqual([
    { chain: 'base', day: '2026-01-01', digest: 'b' },
    { chain: 'ethereum', day: '2026-01-08', digest: 'a' },
  ])
})
