import { paddingLeaf } from '@vaultwright/manager'
import { expect, test } from 'vitest'
import { localTree } from '../../../../test/support/node/local-chain.ts'
import { knownFactsOf } from '../action/known-facts.ts'
import { claimsOf } from '../catalogue/claim.ts'
import { unreadPlacesOf } from './unread-place.ts'

const vault = '0x0a469890Ed28F9CeA761D6492d34539E433236AB'
const { leaves } = localTree('local-usd-main-3').tree
const claims = claimsOf(leaves, {
  owner: { vault, manager: null, drones: [] },
  knownFacts: knownFactsOf(31337),
})

test('golden: bridges of a tree and the queue of another vault lead where no reader looks; markets, swaps and approvals do not', () => {
  const places = unreadPlacesOf(leaves, claims, vault)
  expect(places.map(({ reason, signature }) => `${reason} ${signature.split('(')[0]}`)).toEqual([
    'no_reader send',
    'no_reader depositForBurn',
    'no_reader bridgeETHTo',
    'no_reader requestOnChainWithdraw',
  ])
  expect(leaves.length).toBeGreaterThan(10)
})

test('law: a leaf that no protocol describes is a place without a reader, padding is none, and each counts once', () => {
  const [leaf] = leaves
  const unknown = { ...leaf!, signature: 'mystery(uint256)', selector: '0x12345678' as const }
  const places = unreadPlacesOf([unknown, paddingLeaf, unknown], [null, null, null], vault)
  expect(places).toEqual([
    { reason: 'no_reader', target: unknown.target, signature: 'mystery(uint256)', route: null },
  ])
})
