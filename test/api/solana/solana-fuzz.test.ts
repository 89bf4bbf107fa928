import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsOf } from '../../support/runs.ts'
import { hostileTexts } from '../support/hostile-text.ts'
import { openSolanaApi, type SolanaApi } from './solana-api.ts'

let solana: SolanaApi
beforeAll(async () => {
  solana = await openSolanaApi()
})
afterAll(() => solana.close())

/** Every answer is compared with the OpenAPI document by the harness. */
test('law: no request whatever is our failure, and no refused one names the node', async () => {
  const { world, path, post, get } = solana
  const { people, mints } = world
  const accounts = [people.treasury, people.payroll, people.newcomer, world.state, mints.usdc]
  const value = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<unknown>(...accounts, 'USDC', 'XUSD', 'treasury') },
    { weight: 3, arbitrary: fc.constantFrom<unknown>('1', '0.5', '1e3', 0, 1, null, true, [], {}) },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(...hostileTexts) },
  )
  const name = fc.constantFrom(
    'token',
    'recipient',
    'amount',
    'sub_account',
    'owner',
    '__proto',
    'x',
  )
  const params = fc.dictionary(name, value, { maxKeys: 5 })
  const option = fc.constantFrom(
    'version',
    'compute_unit_price_micro_lamports',
    'priority_fee_lamports',
    'nonce_account',
    'lookup_tables',
    'compute_budget',
    'x',
  )
  const optionValue = fc.oneof(
    value,
    fc.constantFrom<unknown>(0, 1, false, '1000', [mints.usdc], [people.treasury]),
  )
  const options = fc.option(fc.dictionary(option, optionValue, { maxKeys: 3 }), { nil: undefined })
  const route = fc.constantFrom(
    'spl_token/transfer',
    'system/transfer',
    'spl_token/wrap',
    'kamino/deposit',
    'a/b',
    'x',
  )
  const who = fc.constantFrom(people.strategist, people.outsider, 'x', `0x${'a'.repeat(40)}`)
  const request = fc.record({
    kind: fc.constantFrom('execute', 'execute-multiple', 'actions', 'permissions'),
    who,
    isRouteAlone: fc.boolean(),
    actions: fc.array(fc.record({ route, params }), { minLength: 1, maxLength: 3 }),
    options,
    verbose: fc.boolean(),
    skip_sim: fc.boolean(),
  })
  const statuses = new Set<number>()
  await fc.assert(
    fc.asyncProperty(request, async ({ kind, who: strategist, isRouteAlone, actions, ...more }) => {
      const [first] = actions
      const tail = isRouteAlone ? first!.route : `${strategist}/${first!.route}`
      const also = `?also=${encodeURIComponent(String(Object.values(first!.params)[0] ?? ''))}`
      const answer =
        kind === 'execute'
          ? await post(path('execute', tail), { params: first!.params, ...more })
          : kind === 'execute-multiple'
            ? await post(path('execute-multiple', strategist), { actions, ...more })
            : kind === 'actions'
              ? await get(
                  path(
                    'actions',
                    isRouteAlone ? strategist : `${strategist}/constraints/${first!.route}`,
                  ),
                )
              : await get(`/v1/vaults/solana/${world.state}/permissions${also}`)
      statuses.add(answer.status)
      expect([200, 400, 404, 422]).toContain(answer.status)
      expect(answer.text).not.toContain(new URL(world.url).host)
    }),
    { numRuns: runsOf(0.3) },
  )
  expect(statuses.size).toBeGreaterThan(1)
})
