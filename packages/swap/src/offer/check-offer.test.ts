import type { Address, Hex } from '@vaultwright/base'
import { appendDroneTarget } from '@vaultwright/manager'
import { type ActionInputValues, actionOf, encodeAction, venueOf } from '@vaultwright/protocols'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkOffer } from './check-offer.ts'
import { executionRefusalOf, slippageReaching } from './executed-offer.ts'
import { type OfferTerms, strictOfferPolicy } from './offer-terms.ts'

const accountOf = (digit: string): Address => `0x${digit.repeat(40)}`
const [weth, usdc, vault, router, executor, partner] = [1, 2, 3, 4, 5, 6].map((digit) =>
  accountOf(String(digit)),
) as [Address, Address, Address, Address, Address, Address]
const sellAmount = 10n ** 18n
const routes = [
  'one_inch/swap_v5',
  'one_inch/swap_v6',
  'odos/swap',
  'odos/swap_compact',
  'ooga_booga/swap',
  'gluex/swap',
] as const

const values = {
  router,
  executor,
  token_in: weth,
  token_out: usdc,
  amount: sellAmount,
  partner,
  data: '0x',
  self: vault,
  manager: accountOf('7'),
} as unknown as ActionInputValues

const dataOf = (route: string, part: Partial<Record<string, unknown>> = {}): Hex =>
  encodeAction(actionOf(route)!, { ...values, ...part } as unknown as ActionInputValues)
const termsOf = (route: string, part: Partial<OfferTerms> = {}): OfferTerms => ({
  route,
  sellToken: weth,
  buyToken: usdc,
  sellAmount,
  target: router,
  receiver: vault,
  refusalOfLeaf: () => null,
  policy: strictOfferPolicy,
  ...part,
})
const checkOf = (route: string, data: Hex, part: Partial<OfferTerms> = {}) =>
  checkOffer({ to: router, data, value: 0n }, termsOf(route, part))
const codesOf = (verdict: ReturnType<typeof checkOffer>) =>
  verdict.isAccepted ? [] : verdict.refusals.map(({ code }) => code)

/** Writes a number into a word of the arguments. */
function withWord(data: Hex, index: number, word: bigint): Hex {
  const start = 10 + 64 * index
  return `${data.slice(0, start)}${word.toString(16).padStart(64, '0')}${data.slice(start + 64)}` as Hex
}

test.each(routes)('default: honest calldata of %s is accepted', (route) => {
  const verdict = checkOf(route, dataOf(route))
  expect(verdict).toMatchObject({ isAccepted: true, fields: { amount: sellAmount, least: 1n } })
})

test('golden: the words of 1inch v5 that are read', () => {
  const data = [5, 6].reduce(
    (text, index) => withWord(text, index, BigInt(index) * 10n ** 18n),
    dataOf('one_inch/swap_v5'),
  )
  const terms = { sellAmount: 5n * 10n ** 18n }
  expect(checkOf('one_inch/swap_v5', data, terms)).toEqual({
    isAccepted: true,
    fields: { amount: 5n * 10n ** 18n, least: 6n * 10n ** 18n, quote: null },
  })
})

test('refuses: another target, and value', () => {
  const [route] = routes
  const data = dataOf(route)
  expect(codesOf(checkOffer({ to: partner, data, value: 0n }, termsOf(route)))).toEqual([
    'calldata_not_permitted',
  ])
  expect(codesOf(checkOffer({ to: router, data, value: 1n }, termsOf(route)))).toEqual([
    'calldata_refused',
  ])
  expect(codesOf(checkOffer({ to: null, data, value: 0n }, termsOf(route)))).toEqual([])
})

test.each(routes)('refuses: %s with another selector, cut off, or with a drone suffix', (route) => {
  const data = dataOf(route)
  expect(codesOf(checkOf(route, `0xdeadbeef${data.slice(10)}`))).toEqual(['calldata_refused'])
  expect(codesOf(checkOf(route, data.slice(0, 12) as Hex))).toContain('calldata_refused')
  expect(codesOf(checkOf(route, appendDroneTarget(data, partner)))[0]).toBe('calldata_refused')
})

test.each(routes)('refuses: %s that sells another amount, or the whole balance', (route) => {
  expect(codesOf(checkOf(route, dataOf(route, { amount: sellAmount + 1n })))).toEqual([
    'amount_mismatch',
  ])
  const all = checkOf(route, dataOf(route, { amount: 0n }))
  expect(codesOf(all)[0]).toBe('amount_mismatch')
})

test.each(routes)('refuses: %s that pays another account, or trades another token', (route) => {
  expect(codesOf(checkOf(route, dataOf(route, { self: partner })))).toContain('recipient_not_vault')
  expect(codesOf(checkOf(route, dataOf(route, { token_in: partner })))).toContain(
    'calldata_refused',
  )
  expect(codesOf(checkOf(route, dataOf(route, { token_out: partner })))).toContain(
    'calldata_refused',
  )
})

test('refuses: a receiver of zero where the router does not mean its caller', () => {
  const zero = accountOf('0')
  expect(
    codesOf(checkOf('odos/swap_compact', dataOf('odos/swap_compact', { self: zero }))),
  ).toEqual([])
  expect(codesOf(checkOf('odos/swap', dataOf('odos/swap', { self: zero })))).toEqual([
    'recipient_not_vault',
  ])
})

test("refuses: a compact receiver of the router's own list, and sold tokens that go elsewhere", () => {
  const data = dataOf('odos/swap_compact')
  const vaultCode = `0001${vault.slice(2)}`
  const listed = data.replace(vaultCode, '0005') as Hex
  expect(codesOf(checkOf('odos/swap_compact', listed))).toEqual(['recipient_not_vault'])
  const [route, index] = ['odos/swap', 2] as const
  expect(codesOf(checkOf(route, withWord(dataOf(route), index, BigInt(partner))))).toEqual([
    'calldata_refused',
  ])
})

test('refuses: flags, each by what it does, unless the policy takes them', () => {
  for (const [bit, name] of [
    [0n, 'PARTIAL_FILL'],
    [1n, 'REQUIRES_EXTRA_ETH'],
    [2n, 'USE_PERMIT2'],
    [77n, 'not known'],
  ] as const) {
    const data = withWord(dataOf('one_inch/swap_v6'), 7, 1n << bit)
    const verdict = checkOf('one_inch/swap_v6', data)
    expect(codesOf(verdict)).toEqual(['flags_refused'])
    expect(!verdict.isAccepted && verdict.refusals[0].message).toContain(name)
    const policy = { ...strictOfferPolicy, flags: 1n << bit }
    expect(codesOf(checkOf('one_inch/swap_v6', data, { policy }))).toEqual([])
  }
  expect(codesOf(checkOf('gluex/swap', withWord(dataOf('gluex/swap'), 16, 1n)))).toEqual([
    'flags_refused',
  ])
})

test('refuses: referral codes and fees, unless the policy takes them', () => {
  const referred = withWord(dataOf('odos/swap'), 9, 7n)
  expect(codesOf(checkOf('odos/swap', referred))).toEqual(['fee_refused'])
  const policy = { ...strictOfferPolicy, referrals: [7n] }
  expect(codesOf(checkOf('odos/swap', referred, { policy }))).toEqual([])
  const compact = `${dataOf('odos/swap_compact').slice(0, -8)}80000001` as Hex
  expect(codesOf(checkOf('odos/swap_compact', compact))).toEqual(['fee_refused'])
  for (const index of [8, 9, 10, 11, 12, 13]) {
    const data = withWord(dataOf('gluex/swap'), index, 5n)
    expect(codesOf(checkOf('gluex/swap', data))).toEqual(['fee_refused'])
  }
  const fees = new Map([['desc.partnerFee', 5n]])
  const paid = withWord(dataOf('gluex/swap'), 8, 5n)
  expect(codesOf(checkOf('gluex/swap', paid, { policy: { ...strictOfferPolicy, fees } }))).toEqual(
    [],
  )
  const more = withWord(paid, 8, 6n)
  expect(codesOf(checkOf('gluex/swap', more, { policy: { ...strictOfferPolicy, fees } }))).toEqual([
    'fee_refused',
  ])
})

test('refuses: what no leaf permits, a least of nothing, an action without such calldata', () => {
  const refusalOfLeaf = () => ({ code: 'calldata_not_permitted', message: 'No leaf permits it.' })
  expect(codesOf(checkOf('odos/swap', dataOf('odos/swap'), { refusalOfLeaf }))).toEqual([
    'calldata_not_permitted',
  ])
  const nothing = withWord(dataOf('one_inch/swap_v5'), 6, 0n)
  expect(codesOf(checkOf('one_inch/swap_v5', nothing))).toEqual(['least_below_bound'])
  expect(codesOf(checkOf('curve/exchange', '0x3df02124'))).toEqual(['calldata_refused'])
})

test('behavior: every reason is given, in the order of the checks', () => {
  const lies = withWord(withWord(dataOf('one_inch/swap_v5'), 5, 2n), 7, 1n)
  const elsewhere = withWord(lies, 4, BigInt(partner))
  const verdict = checkOffer(
    { to: partner, data: elsewhere, value: 3n },
    termsOf('one_inch/swap_v5'),
  )
  expect(codesOf(verdict)).toEqual([
    'calldata_not_permitted',
    'calldata_refused',
    'amount_mismatch',
    'recipient_not_vault',
    'flags_refused',
  ])
})

test.each(routes)(
  'law: any bytes for %s are accepted or refused by name, never an error',
  (route) => {
    const codes = [
      'calldata_refused',
      'amount_mismatch',
      'recipient_not_vault',
      'flags_refused',
      'fee_refused',
      'least_below_bound',
      'calldata_not_permitted',
    ]
    const selector = dataOf(route).slice(0, 10)
    const bytes = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), maxLength: 1_600 })
    fc.assert(
      fc.property(fc.constantFrom(selector, '0x', '0xdeadbeef'), bytes, (head, tail) => {
        const data = `${head}${tail.length % 2 === 0 ? tail : tail.slice(1)}` as Hex
        for (const code of codesOf(checkOf(route, data))) expect(codes).toContain(code)
      }),
    )
  },
)

test.each(routes)(
  'law: a changed word of %s is refused, or leaves amount, receiver and what others get as they were',
  (route) => {
    const data = dataOf(route)
    const last = Math.floor((data.length - 10) / 2) - 1
    expect(checkOf(route, data).isAccepted).toBe(true)
    fc.assert(
      fc.property(fc.nat({ max: last }), fc.integer({ min: 1, max: 255 }), (index, change) => {
        const start = 10 + 2 * index
        const byte = Number.parseInt(data.slice(start, start + 2), 16) ^ change
        const changed =
          `${data.slice(0, start)}${byte.toString(16).padStart(2, '0')}${data.slice(start + 2)}` as Hex
        const verdict = checkOf(route, changed)
        if (!verdict.isAccepted) return
        const { calldata } = venueOf(route)!
        expect(verdict.fields.amount).toBe(sellAmount)
        expect(verdict.fields.least).toBeGreaterThan(0n)
        const bought = calldata!.receivers.find(({ gets }) => gets === 'bought')!.read(changed)
        expect([vault, bought === accountOf('0') ? bought : vault]).toContain(bought)
        expect(calldata!.flags?.read(changed) ?? 0n).toBe(0n)
        expect(calldata!.referral?.read(changed) ?? 0n).toBe(0n)
        for (const fee of calldata!.fees) expect(fee.read(changed)).toBe(0n)
      }),
    )
  },
)

test('refuses: a quote below what was executed or offered, and a least below the bound', () => {
  const fields = { amount: sellAmount, least: 1_990n, quote: 2_000n }
  const offerOf = (executed: bigint, offered: bigint | null, bound: bigint | null) =>
    executionRefusalOf(fields, { executed, offered, bound })?.code ?? null
  expect(offerOf(2_000n, null, null)).toBeNull()
  expect(offerOf(2_001n, null, null)).toBeNull()
  expect(offerOf(2_002n, null, null)).toBe('surplus_forfeited')
  expect(offerOf(2_000n, 2_002n, null)).toBe('surplus_forfeited')
  expect(offerOf(2_000n, 2_000n, 1_990n)).toBeNull()
  expect(offerOf(2_000n, 2_000n, 1_991n)).toBe('least_below_bound')
  const keeping = { ...fields, quote: null }
  expect(executionRefusalOf(keeping, { executed: 9_999n, offered: null, bound: 1n })).toBeNull()
})

test('law: the slippage that is asked for again reaches the bound, and one more does not', () => {
  const amount = fc.bigInt({ min: 1n, max: 2n ** 128n })
  fc.assert(
    fc.property(amount, amount, (offered, bound) => {
      const slippage = slippageReaching(bound, offered)
      expect(slippage === null).toBe(offered < bound)
      if (slippage === null) return
      expect((offered * (10_000n - slippage)) / 10_000n).toBeGreaterThanOrEqual(bound)
      expect(offered * (10_000n - slippage - 1n) < bound * 10_000n).toBe(true)
    }),
  )
})
