import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { type BuildContext, buildActions, manifestOf } from '@vaultwright/builder'
import { parseTreeFile } from '@vaultwright/formats'
import { encodeManageFromTree, readBatch } from '@vaultwright/manager'
import { callContextOf, emptyFacts } from '@vaultwright/protocols'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstRequestOf } from '../../../../test/support/call/first-request.ts'
import { localChainFolder } from '../../../../test/support/node/local-chain.ts'
import { runsOf } from '../../../../test/support/runs.ts'
import { builtReasons } from '../answer/built-reason.ts'
import { verdictOf } from '../verdict/verdict.ts'
import { compareActions, type RequestedAction } from './action-comparison.ts'
import { type BuiltCalldata, type BuiltContext, checkBuilt } from './check-built.ts'

const { tree, metadata } = parseTreeFile(
  readFileSync(join(localChainFolder, 'trees/local-eth-main-3.json')),
)
const { vault, manager } = metadata as { vault: Address; manager: Address }
const { contracts } = JSON.parse(readFileSync(join(localChainFolder, 'manifest.json'), 'utf8')) as {
  contracts: Record<string, Address>
}
const [weth, usdc] = [contracts.WETH!, contracts.USDC!] as const
const decimalsOf = (token: Address) => (isSameAddress(token, usdc) ? 6 : 18)
const place: BuildContext = {
  tree,
  managerTree: tree,
  vault,
  manager,
  chainId: 31337,
  knownFacts: {
    ...emptyFacts,
    tokenOf: (token) => ({ symbol: 'TKN', decimals: decimalsOf(token), resetsApproval: false }),
  },
  reads: null,
  now: 1_700_000_000n,
}
const supply = (amount: string, asset: Address = weth): RequestedAction => ({
  route: 'aave_v3/supply',
  params: { asset, amount },
})

async function build(asked: readonly RequestedAction[]): Promise<BuiltCalldata> {
  const { calldata, target } = await buildActions(place, [...asked])
  return { calldata, target }
}

function contextFor(asked: readonly RequestedAction[]): BuiltContext {
  const callContext = callContextOf(31337, vault)
  const record = { recordedManagers: [], units: () => null }
  const compare: BuiltContext['compare'] = (calls, at) => compareActions(calls, asked, at)
  return { tree, managerTree: tree, manager, vault, compare, callContext, ...record }
}

test('golden: what the builder makes of a request is proven, and what was asked for', async () => {
  const requests = [supply('1.5'), supply('20', usdc)]
  const check = checkBuilt(await build(requests), contextFor(requests))
  expect(check.problems).toEqual([])
  expect(check.isProven).toBe(true)
  expect(check.calls.map(({ description }) => description.sentences.length > 0)).not.toContain(
    false,
  )
  // The published record has no token of a local chain, so the decimals of the amounts are open.
  expect(check.uncompared).toHaveLength(2)
  expect(check.uncompared.join(' ')).toContain('amount is 1500000000000000000 base units')
  expect(verdictOf(builtReasons(check)).answer).toBe('open')
})

test('law: no action of the tree, built with the first choices, is said not to be what was asked for', async () => {
  const routes: string[] = []
  for (const route of Object.keys(manifestOf(place))) {
    const requests = [firstRequestOf(place, route)]
    const built = await build(requests).catch((error: unknown) => error)
    if (built instanceof Error) {
      // Lists, a third party's calldata and positions that are not there: a request has to bring them.
      expect(built).toMatchObject({ code: 'invalid_parameters' })
      continue
    }
    routes.push(route)
    const { problems } = checkBuilt(built as BuiltCalldata, contextFor(requests))
    expect(problems, `${route} ${JSON.stringify(requests[0]!.params)}`).toEqual([])
  }
  expect(routes.length).toBeGreaterThanOrEqual(39)
})

test('refuses: an approval of another amount or to another spender, where the call does not name its token', async () => {
  const requests = [firstRequestOf(place, 'erc_4626/deposit')]
  const { calldata } = await build(requests)
  const { calls } = readBatch(calldata, { manager })
  const check = (data: Hex) =>
    compareActions([{ ...calls[0]!, data }, calls[1]!], requests, { vault, units: () => null })
  const [approve] = calls
  const honest = check(approve!.data)
  expect(honest.problems).toEqual([])
  expect(honest.uncompared.join(' ')).toContain('does not show that your actions take it')
  const more: Hex = `${approve!.data.slice(0, 74) as Hex}${'f'.repeat(64)}`
  const altered: Hex = `${approve!.data.slice(0, 34) as Hex}${vault.slice(2)}${approve!.data.slice(74)}`
  for (const data of [more, altered])
    expect(check(data).problems).toEqual(['Call 0 approves what your actions do not need.'])
})

test('law: one other byte anywhere in the calldata is never proven', async () => {
  const requests = [supply('1.5')]
  const { calldata, target } = await build(requests)
  const context = contextFor(requests)
  const index = fc.nat({ max: (calldata.length - 4) / 2 })
  fc.assert(
    fc.property(index, fc.integer({ min: 1, max: 255 }), (place, change) => {
      const byte = Number.parseInt(calldata.slice(2 + 2 * place, 4 + 2 * place), 16) ^ change
      const text = byte.toString(16).padStart(2, '0')
      const altered = `${calldata.slice(0, 2 + 2 * place)}${text}${calldata.slice(4 + 2 * place)}`
      expect(checkBuilt({ calldata: altered as Hex, target }, context).isProven).toBe(false)
    }),
    { numRuns: runsOf(1) },
  )
})

test.each([
  ['another amount', [supply('1.4')], [supply('1.5')], 'You asked for amount 1.5'],
  ['ten times the amount', [supply('15')], [supply('1.5')], null],
  ['another token', [supply('1.5', usdc)], [supply('1.5')], `You asked for asset ${weth}`],
  ['one more action', [supply('1.5'), supply('1.5')], [supply('1.5')], 'You did not ask for call'],
  ['one action less', [supply('1.5')], [supply('1.5'), supply('2')], 'Action 2'],
  ['another order', [supply('2'), supply('1.5')], [supply('1.5'), supply('2')], 'Action'],
] as const)(
  'refuses: %s than was asked for, though the tree permits it',
  async (_, made, asked, message) => {
    const check = checkBuilt(await build(made), contextFor(asked))
    if (message === null) {
      // Nothing on record has the decimals of a local token: the page says with which ones it is right.
      expect(check.uncompared.join(' ')).toContain('19 decimals')
      return
    }
    expect(check.isProven).toBe(false)
    expect(check.problems.join(' ')).toContain(message)
  },
)

test('refuses: another Manager, another tree, calldata that cannot be read, nothing at all', async () => {
  const requests = [supply('1.5')]
  const built = await build(requests)
  const context = contextFor(requests)
  const problemsOf = (changed: Partial<BuiltCalldata>, other: Partial<BuiltContext> = {}) => {
    const check = checkBuilt({ ...built, ...changed }, { ...context, ...other })
    expect(check.isProven).toBe(false)
    return check.problems.join(' ')
  }
  expect(problemsOf({ target: vault })).toContain('not the Manager of the vault')
  const older = parseTreeFile(readFileSync(join(localChainFolder, 'trees/local-eth-main-1.json')))
  expect(problemsOf({}, { tree: older.tree })).toContain('Call 0 is refused')
  const otherCheck = checkBuilt(built, { ...context, recordedManagers: [vault] })
  expect(otherCheck.uncompared.join(' ')).toContain(`the published record has ${vault}`)
  expect(problemsOf({ calldata: '0x12345678' })).not.toBe('')
  expect(problemsOf({ calldata: '0x' })).not.toBe('')
  expect(problemsOf({ calldata: encodeManageFromTree(tree, []) })).toContain('It makes no call')
  expect(problemsOf({ calldata: `${built.calldata}00` })).toContain('does not read')
})
