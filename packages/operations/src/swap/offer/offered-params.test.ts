import type { Address, Hex } from '@vaultwright/base'
import { buildActions } from '@vaultwright/builder'
import { type AbiValue, buildLeafTree, decodeManage } from '@vaultwright/manager'
import { checksumOf } from '@vaultwright/merkle'
import {
  type Action,
  actionOf,
  approvalLeavesOf,
  approvalsOf,
  emptyFacts,
  encodeAction,
  type KnownFacts,
  leafOf,
  patternsOf,
  ruleBook,
} from '@vaultwright/protocols'
import { marketOf, pairOf } from '@vaultwright/swap'
import fc from 'fast-check'
import { parseUnits } from 'viem'
import { expect, test } from 'vitest'
import { runsOf } from '../../../../../test/support/runs.ts'
import { choicesOf, requestOf, type VenueChoice } from '../attempt.ts'
import { offeredParamsOf } from './offered-params.ts'

const account = (digit: string) => checksumOf(`0x${digit.repeat(40)}`)
const [vault, manager, decoder, sold, bought, outsider] = ['1', '2', '3', '4', '5', '6'].map(
  account,
) as [Address, Address, Address, Address, Address, Address]
const bound: Readonly<Record<string, AbiValue>> = {
  router: account('7'),
  dex: account('7'),
  executor: account('8'),
  pool1: account('9'),
  pool2: account('a'),
  pool3: account('b'),
  token_in: sold,
  token_out: bought,
  base: sold,
  quote: bought,
}
const routes = [
  'one_inch/unoswap_one',
  'one_inch/unoswap_two',
  'one_inch/unoswap_three',
  'red_snwapper/swap',
  'ambient/swap_base',
  'ambient/command_swap_base',
] as const

const knownFacts: KnownFacts = {
  ...emptyFacts,
  tokenOf: () => ({ symbol: 'T', decimals: 6, resetsApproval: false }),
  // A pool of 1inch tells its tokens.
  factOf: (_, call) => (call === 'token0()' ? sold : call === 'token1()' ? bought : null),
}

/** A tree with the leaves of one route, and its choice. */
function permitted(route: string) {
  const action = actionOf(route)!
  const binding = Object.fromEntries(
    Object.keys(action.parameters).flatMap((name) =>
      bound[name] === undefined ? [] : [[name, bound[name]]],
    ),
  ) as Record<string, Address>
  const actor = { self: vault, manager, drone: null, decoder }
  const pattern = patternsOf(action, ruleBook).find(({ canSendValue }) => !canSendValue)!
  const tree = buildLeafTree([
    leafOf(pattern, binding, actor),
    ...approvalsOf(action, binding).flatMap((wanted) => approvalLeavesOf(wanted, actor)),
  ])
  const market = marketOf({
    leaves: tree.leaves,
    owner: { vault, manager },
    knownFacts,
    chainId: 1,
    offeredRoutes: new Set(routes),
  })
  const pair = pairOf(market, sold, bought)!
  const listings = pair.venues.filter((venue) => venue.route === route)
  const [choice] = choicesOf({ ...pair, listings })
  return { tree, choice: choice! }
}

const cases = new Map(routes.map((route) => [route, permitted(route)]))

function valuesFor(action: Action, seed: readonly bigint[]): Record<string, AbiValue> {
  const values: Record<string, AbiValue> = {}
  for (const [index, [name, parameter]] of Object.entries(action.parameters).entries()) {
    const size = seed[index]!
    if (bound[name] !== undefined) values[name] = bound[name]
    else if (parameter.kind === 'bytes') values[name] = `0x${size.toString(16).padStart(64, '0')}`
    else if (parameter.kind === 'integer') values[name] = size % (parameter.max + 1n)
    else values[name] = (size % 2n ** 100n) + 1n
  }
  return values
}

const seeds = fc.array(fc.bigInt(0n, 2n ** 256n - 1n), { minLength: 12, maxLength: 12 })
const someCase = fc.constantFrom(...routes)

function callFrom(route: (typeof routes)[number], seed: readonly bigint[]) {
  const { choice, tree } = cases.get(route)!
  const { action } = choice.listing.permission!
  const values = valuesFor(action, seed)
  const data = encodeAction(action, { ...values, self: vault, manager })
  return { choice, tree, action, values, data, sellAmount: values.amount as bigint }
}

/** Encodes the values that were read as the action does. */
function encodedAgain(
  choice: VenueChoice,
  params: Readonly<Record<string, unknown>>,
  amount: bigint,
) {
  const { action } = choice.listing.permission!
  const values: Record<string, AbiValue> = { amount }
  for (const [name, { kind }] of Object.entries(action.parameters)) {
    const text = String(params[name] ?? '')
    if (bound[name] !== undefined) values[name] = bound[name]
    else if (kind === 'minimum') values[name] = parseUnits(text, 6)
    else if (kind === 'integer') values[name] = BigInt(text)
    else if (kind === 'bytes') values[name] = text as Hex
  }
  return encodeAction(action, { ...values, self: vault, manager })
}

test('law: what calldata says is read as parameters that make the same bytes', () => {
  fc.assert(
    fc.property(someCase, seeds, (route, seed) => {
      const { choice, data, sellAmount, values } = callFrom(route, seed)
      const reading = offeredParamsOf(choice, { data, sellAmount, actor: vault })
      if (!reading.ok) throw new Error(`${route}: ${reading.refusal.message}`)
      expect(reading.least).toBe(values.minimum)
      expect(encodedAgain(choice, reading.params, sellAmount)).toBe(data)
    }),
    { numRuns: runsOf(1) },
  )
})

test('law: a changed word is refused, or read as what it says', () => {
  const counts = { refused: 0, read: 0 }
  fc.assert(
    fc.property(
      someCase,
      seeds,
      fc.nat(),
      fc.bigInt(0n, 2n ** 256n - 1n),
      (route, seed, at, word) => {
        const { choice, data, sellAmount } = callFrom(route, seed)
        const start = 10 + 64 * (at % Math.floor((data.length - 10) / 64))
        const text = word.toString(16).padStart(64, '0')
        const changed = `${data.slice(0, start)}${text}${data.slice(start + 64)}` as Hex
        const reading = offeredParamsOf(choice, { data: changed, sellAmount, actor: vault })
        if (!reading.ok) {
          counts.refused++
          return
        }
        counts.read++
        expect(encodedAgain(choice, reading.params, sellAmount)).toBe(changed)
      },
    ),
    { numRuns: runsOf(2) },
  )
  expect(Math.min(counts.refused, counts.read)).toBeGreaterThan(0)
})

test.each(routes)(
  'golden: the builder makes the very calldata of %s from what was read',
  async (route) => {
    const { choice, tree, data, sellAmount } = callFrom(
      route,
      Array.from({ length: 12 }, () => 7n),
    )
    const reading = offeredParamsOf(choice, { data, sellAmount, actor: vault })
    if (!reading.ok) throw new Error(reading.refusal.message)
    const callContext = {
      vault,
      manager,
      chainId: 1,
      knownFacts,
      reads: null,
      managerTree: null,
      now: 0n,
    }
    const request = requestOf(choice, { sellAmount, least: null, data, params: reading.params })
    const { calldata } = await buildActions({ ...callContext, tree }, [request])
    expect(decodeManage(calldata).map((call) => call.data)).toContain(data)
  },
)

test.each([
  ['amount_mismatch', 'red_snwapper/swap', (data: Hex) => ({ data, sellAmount: 1n })],
  ['recipient_not_vault', 'red_snwapper/swap', (data: Hex) => ({ data, actor: outsider })],
  [
    'calldata_refused',
    'one_inch/unoswap_one',
    (data: Hex) => ({ data: `0x00000000${data.slice(10)}` }),
  ],
  ['calldata_refused', 'one_inch/unoswap_one', (data: Hex) => ({ data: `${data}00` })],
  ['calldata_refused', 'ambient/swap_base', (data: Hex) => ({ data: data.slice(0, -64) })],
  [
    'calldata_not_permitted',
    'one_inch/unoswap_one',
    (data: Hex) => ({ data: withWord(data, 3, 1n) }),
  ],
  ['least_below_bound', 'one_inch/unoswap_one', (data: Hex) => ({ data: withWord(data, 2, 0n) })],
] as const)('refuses: %s of %s', (code, route, change) => {
  const { choice, data, sellAmount } = callFrom(
    route,
    Array.from({ length: 12 }, () => 9n),
  )
  const call = { sellAmount, actor: vault, ...change(data) } as Parameters<
    typeof offeredParamsOf
  >[1]
  expect(offeredParamsOf(choice, call)).toMatchObject({ ok: false, refusal: { code } })
})

function withWord(data: Hex, index: number, value: bigint): Hex {
  const start = 10 + 64 * index
  const text = value.toString(16).padStart(64, '0')
  return `${data.slice(0, start)}${text}${data.slice(start + 64)}` as Hex
}
