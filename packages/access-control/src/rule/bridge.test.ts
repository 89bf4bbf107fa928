import { type Address, zeroAddress } from '@vaultwright/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressNamed } from '../../../../test/support/evm/control/random-state.ts'
import { runsOf } from '../../../../test/support/runs.ts'
import { solveControl } from '../answer/control-answer.ts'
import { takingKeysOf } from '../answer/control-sentence.ts'
import { guardedFunctions } from '../model/guarded-function.ts'
import type { BridgeTie, BridgeVerifiers, ControlAccount } from '../model/state.ts'

const named = addressNamed
const [vault, teller, endpoint, library] = ['vault', 'teller', 'endpoint', 'library'].map(
  named,
) as [Address, Address, Address, Address]
const verifiers = ['v1', 'v2', 'v3', 'v4'].map(named)
const [delegate, bridgeOwner] = [named('delegate'), named('owner of the bridge')]
const key = { kind: 'key', isUnused: false } as const
const closed = { owner: zeroAddress, authority: zeroAddress }

const stateOf = (bridge: BridgeTie, minter = teller): ReadonlyMap<Address, ControlAccount> => {
  const contract = (
    kind: keyof typeof guardedFunctions,
    part: Extract<ControlAccount, { kind: 'contract' }>['part'],
    owner: Address,
  ): ControlAccount => ({
    kind: 'contract',
    auth: { ...closed, owner },
    part,
    functions: new Set(Object.values(guardedFunctions[kind])),
    isKnown: true,
  })
  return new Map<Address, ControlAccount>([
    [vault, contract('vault', { of: 'vault' }, minter)],
    [teller, contract('teller', { of: 'teller', vault, isPaused: false, bridge }, zeroAddress)],
    [endpoint, contract('bridge_endpoint', { of: 'bridge_endpoint' }, bridgeOwner)],
    [library, contract('bridge_library', { of: 'bridge_library' }, bridgeOwner)],
    ...[delegate, bridgeOwner, ...verifiers].map((address) => [address, key] as const),
  ])
}

const tieOf = (terms: BridgeVerifiers, isDefaultLibrary = false): BridgeTie => ({
  endpoint,
  delegate,
  routes: [{ chain: 30_101, library, isDefaultLibrary, verifiers: terms }],
})

const setsOf = (bridge: BridgeTie, act: string) => {
  const row = solveControl(stateOf(bridge), { mostSets: 200 }).acts.find(
    (each) => each.act === act && each.target === teller,
  )!
  return row.cuts!.flatMap(({ sets }) => sets.map(({ keys }) => [...keys].sort()))
}

const terms = fc
  .record({
    required: fc.subarray(verifiers),
    optional: fc.subarray(verifiers),
    threshold: fc.integer({ min: 0, max: 4 }),
    isDefaultRequired: fc.boolean(),
    isDefaultOptional: fc.boolean(),
  })
  .map((each) => ({ ...each, threshold: Math.min(each.threshold, each.optional.length) }))

/** A message is let in as the published library counts, written anew. */
function isLet(has: ReadonlySet<Address>, each: BridgeVerifiers, isDefaultLibrary: boolean) {
  if (has.has(delegate)) return true
  const isOwner = has.has(bridgeOwner)
  if (isOwner && isDefaultLibrary) return true
  const [isSetAnew, isCountAnew] = [
    isOwner && each.isDefaultRequired,
    isOwner && each.isDefaultOptional,
  ]
  const signed = each.optional.filter((verifier) => has.has(verifier)).length
  const isWanting = each.required.length + each.threshold === 0 && !isSetAnew && !isCountAnew
  return (
    !isWanting &&
    (isSetAnew || each.required.every((verifier) => has.has(verifier))) &&
    (isCountAnew || signed >= each.threshold)
  )
}

test('law: the keys that mint by a message are those of every subset that the verifiers let in', () => {
  const people = [delegate, bridgeOwner, ...verifiers]
  fc.assert(
    fc.property(terms, fc.boolean(), (each, isDefaultLibrary) => {
      const sets = setsOf(tieOf(each, isDefaultLibrary), 'bridge_mint')
      for (let subset = 0; subset < 2 ** people.length; subset++) {
        const has = new Set(people.filter((_, index) => (subset >> index) % 2 === 1))
        const answer = sets.some((set) => set.every((member) => has.has(member)))
        expect(answer).toBe(isLet(has, each, isDefaultLibrary))
      }
    }),
    { numRuns: runsOf(0.3) },
  )
})

const two: BridgeVerifiers = {
  required: [verifiers[0]!],
  optional: verifiers.slice(1),
  threshold: 1,
  isDefaultRequired: false,
  isDefaultOptional: false,
}

test('golden: code of a bridge that is not known is a condition, and never counts as safe', () => {
  const tie = tieOf(two)
  expect(setsOf(tie, 'bridge_verifiers')).toEqual([[delegate]])
  const unknown = new Map(stateOf({ ...tie, delegate: zeroAddress }))
  for (const verifier of verifiers) unknown.set(verifier, { kind: 'unknown', codeHash: null })
  const answer = solveControl(unknown)
  const [cut] = answer.acts.find(({ act }) => act === 'bridge_mint')!.cuts!
  expect([cut?.leastKeys, cut?.possibleKeys]).toEqual([null, 0])
  // The headline counts what is proven of a bridge; the verifiers are named beside it.
  expect(takingKeysOf(answer)).toMatchObject({ keys: Number.POSITIVE_INFINITY })
  const proven = solveControl(stateOf({ ...tie, delegate: zeroAddress }))
  expect(takingKeysOf(proven)).toMatchObject({ keys: 2, isProven: true, delay: 0 })
})

test('refuses: a teller that may not mint, by whatever message', () => {
  const state = stateOf(tieOf(two), zeroAddress)
  const row = solveControl(state).acts.find(({ act }) => act === 'bridge_mint')!
  expect(row.cuts).toEqual([])
})
