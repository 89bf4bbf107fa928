import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Address, Hex } from '@vaultwright/base'
import { type ActionRequest, buildActions, manifestOf } from '@vaultwright/builder'
import { parseTreeFile } from '@vaultwright/formats'
import { emptyFacts } from '@vaultwright/protocols'
import type { SimulationPage, SimulationPageCall } from '@vaultwright/wire'
import { beforeAll, expect, test } from 'vitest'
import { firstRequestOf } from '../../../../test/support/call/first-request.ts'
import { simulationRecordOf } from '../../../../test/support/call/simulation-record.ts'
import { localChainFolder } from '../../../../test/support/node/local-chain.ts'
import type { AnswerReason } from '../verdict/verdict.ts'
import { checkRecord } from './check-record.ts'

const isNo = ({ weight }: AnswerReason) => weight === 'no'

import { ForeignSimulationError, recordOf } from './record.ts'

const file = parseTreeFile(readFileSync(join(localChainFolder, 'trees/local-eth-main-3.json')))
const { vault, manager, root } = file.metadata as { vault: Address; manager: Address; root: Hex }
const weth = '0x5FfD08C71E25a35cB6dfa5306D8b5468EC14704a'
const knownFacts = {
  ...emptyFacts,
  tokenOf: () => ({ symbol: 'WETH', decimals: 18, resetsApproval: false }),
}
const tree = { tree: file.tree, vault, manager, chainId: 31337, knownFacts, reads: null }
const place = { ...tree, managerTree: file.tree, now: 1n }
let page: SimulationPage

beforeAll(async () => {
  page = await recordFor({ route: 'aave_v3/supply', params: { asset: weth, amount: '1.5' } })
})

async function recordFor(request: ActionRequest): Promise<SimulationPage> {
  return simulationRecordOf(await buildActions(place, [request]), { vault, manager, root })
}

test('law: no honest record of an action of the tree is said to differ from its calldata', async () => {
  let count = 0
  for (const route of Object.keys(manifestOf(tree))) {
    const record = await recordFor(firstRequestOf(tree, route)).catch(() => null)
    if (record === null) continue
    count++
    expect(checkRecord(record).verdict.reasons.filter(isNo), route).toEqual([])
  }
  expect(count).toBeGreaterThanOrEqual(39)
})

test('golden: a record that says what its calldata says is the same, down to the root', () => {
  const check = checkRecord(page)
  expect(check).toMatchObject({
    callCount: 2,
    verdict: { answer: 'yes', reasons: [] },
    unjudgedCount: 0,
  })
})

/** Changes one call of the record. */
const changed = (index: number, changes: Partial<SimulationPageCall>): SimulationPage => ({
  ...page,
  calls: page.calls.map((call, place) => (place === index ? { ...call, ...changes } : call)),
})

test.each([
  [
    'another amount',
    () => changed(1, { sentences: ['Supply 2 WETH to the pool'] }),
    'does not do this',
  ],
  [
    'an action that the call is not',
    () => changed(1, { sentences: ['one of 2 actions: aave_v3/supply, aave_v3/repay'] }),
    'does not do this',
  ],
  ['another target', () => changed(0, { target: vault }), 'is not the one in the calldata'],
  ['other data', () => changed(0, { data: '0x095ea7b3' }), 'is not the one in the calldata'],
  ['coin', () => changed(0, { value: '1' }), 'is not the one in the calldata'],
  ['fewer arguments', () => changed(1, { details: page.calls[1]!.details!.slice(1) }), 'asset is'],
  ['fewer calls', () => ({ ...page, calls: page.calls.slice(1) }), 'makes 2 calls'],
  ['another root', () => ({ ...page, root: `0x${'1'.repeat(64)}` }), 'The proofs lead to root'],
  ['other calldata', () => ({ ...page, encoded_tx_data: '0x12345678' }), 'cannot be read'],
] as const)('refuses: a record that shows %s', (_, record, message) => {
  const { answer, reasons } = checkRecord(record()).verdict
  expect(answer).toBe('no')
  expect(reasons.map((reason) => reason.message).join(' ')).toContain(message)
})

test.each([null, 'text', {}, [], { description: 'x', calls: [], seen: [] }])(
  'refuses: %j is not a simulation',
  (value) => {
    expect(() => recordOf(value)).toThrow(ForeignSimulationError)
  },
)
