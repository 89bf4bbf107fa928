import { expect, test } from 'vitest'
import { protocols } from './protocol-list.generated.ts'
import { swapVenues, unquotedReasonOf, venueOf } from './venue-list.ts'

const actions = protocols.flatMap((protocol) => protocol.actions)
const byRoute = new Map(actions.map((action) => [action.route, action]))

test('law: every action that moves two tokens has a venue, or its protocol says why not', () => {
  const open = actions.filter(({ route, parameters, calldata }) => {
    const kinds = Object.values(parameters).map(({ kind }) => kind)
    const tokens = kinds.filter((kind) => kind === 'token').length
    const hasLeast = kinds.includes('minimum') || kinds.includes('minimums')
    const swaps = calldata !== null || hasLeast || (tokens > 1 && kinds.includes('amount'))
    return swaps && venueOf(route) === null && unquotedReasonOf(route) === null
  })
  expect(open.map(({ route }) => route)).toEqual([])
})

test('law: no action has both a venue and a reason against one', () => {
  expect(swapVenues.filter(({ route }) => unquotedReasonOf(route) !== null)).toEqual([])
  const routes = swapVenues.map(({ route }) => route)
  expect(new Set(routes).size).toBe(routes.length)
  const unquoted = protocols.flatMap(({ name, unquoted = {} }) =>
    Object.values(unquoted).flatMap((names) => names.map((action) => `${name}/${action}`)),
  )
  expect(unquoted.filter((route) => !byRoute.has(route))).toEqual([])
  expect(new Set(unquoted).size).toBe(unquoted.length)
})

test('law: a venue names parameters that its action has', () => {
  for (const venue of swapVenues) {
    const action = byRoute.get(venue.route)
    const names = [
      venue.amount,
      venue.least,
      venue.recipient,
      venue.deadline,
      ...venue.variants.map(({ parameter }) => parameter),
      ...Object.keys(venue.fixed),
      ...venue.offered,
      ...[venue.sold, venue.bought].flatMap((token) => {
        if (token.from === 'parameter') return [token.name]
        if (token.from === 'list') return [token.name, token.list]
        if (token.from === 'fact' || token.from === 'pool') return [token.of]
        return []
      }),
      ...venue.facts.map(({ of }) => of),
    ].filter((name) => name !== null)
    const unknown = names.filter((name) => action?.parameters[name] === undefined)
    expect([venue.route, unknown]).toEqual([venue.route, []])
  }
})

test('law: a venue tells what its leaf leaves free: the amount, and what protects the price', () => {
  for (const { route, free, kind, least: minimum, deadline } of swapVenues) {
    const fields = free.map(({ field }) => field)
    expect([route, fields.includes('amount')]).toEqual([route, true])
    if (minimum !== null)
      expect([route, fields.includes('minimum') || kind === 'aggregator']).toEqual([route, true])
    if (kind === 'exchange' && deadline === null) expect(fields).toContain('deadline')
    expect(free.every(({ why }) => why.endsWith('.'))).toBe(true)
  }
})

test('golden: what the leaf of Uniswap v3, of 1inch and of Odos leaves free', () => {
  const fieldsOf = (route: string) => venueOf(route)!.free.map(({ field }) => field)
  expect(fieldsOf('uniswap_v3/swap')).toEqual(['amount', 'minimum', 'fee'])
  expect(fieldsOf('one_inch/swap_v6')).toEqual([
    'amount',
    'desc.minReturnAmount',
    'desc.flags',
    'data',
    'desc.srcReceiver',
  ])
  expect(fieldsOf('odos/swap')).toContain('tokenInfo.outputQuote')
})

test('refuses: an action that does not swap has no venue', () => {
  expect(venueOf('erc_20/approve')).toBeNull()
  expect(venueOf('no/such')).toBeNull()
  const reason = 'It changes a position of several tokens, or of liquidity.'
  expect(['uniswap_v3/mint', 'uniswap_v3/swap', 'no/such', ''].map(unquotedReasonOf)).toEqual([
    reason,
    null,
    null,
    null,
  ])
})
