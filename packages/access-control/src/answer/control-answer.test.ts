import { type Address, zeroAddress } from '@vaultwright/base'
import { expect, test } from 'vitest'
import {
  addressNamed,
  generatorOf,
  randomState,
} from '../../../../test/support/evm/control/random-state.ts'
import { actsOf } from '../act/question.ts'
import type { ControlAccount, ControlState } from '../model/state.ts'
import { type ActAnswer, explainAct, fewestKeys, solveControl } from './control-answer.ts'

const seeds = Array.from({ length: 12 }, (_, index) => index + 5001)

test('law: each listed set suffices at its delay and by a path, not without one of its keys', () => {
  let sets = 0
  for (const seed of seeds) {
    const state = randomState(seed, 3)
    const questions = actsOf(state)
    for (const { act, target, strategist, cuts, path } of solveControl(state, { mostSets: 3 })
      .acts) {
      const question = questions.find(
        (each) => each.act === act && each.target === target && each.strategist === strategist,
      )!
      for (const { delay, sets: listed } of cuts!) {
        for (const { keys, unknown } of listed) {
          sets++
          const answer = explainAct(state, question, { keys, unknown })
          expect([act, target, answer?.delay]).toEqual([act, target, delay])
          for (const key of keys) {
            const fewer = { keys: keys.filter((each) => each !== key), unknown }
            expect(explainAct(state, question, fewer)?.delay ?? null).not.toBe(delay)
          }
        }
      }
      expect(path.length > 0).toBe(cuts!.length > 0)
    }
  }
  expect(sets).toBeGreaterThan(250)
})

const withMore = (account: ControlAccount, key: Address): ControlAccount | null => {
  if (account.kind === 'safe') return { ...account, owners: [...account.owners, key] }
  if (account.kind === 'timelock') return { ...account, proposers: [...account.proposers, key] }
  if (account.kind === 'authority')
    return { ...account, roles: new Map([...account.roles, [key, (1n << 9n) - 1n]]) }
  return null
}

test('law: one more owner, proposer or role never raises keys or delay', () => {
  let compared = 0
  for (const seed of seeds) {
    const state = randomState(seed, 3)
    const { pick } = generatorOf(seed)
    const growing = [...state].filter(([, account]) => withMore(account, zeroAddress) !== null)
    const [address, account] = pick(growing)
    const key = addressNamed('new')
    // What stays must stay as it is: the account's own roles are not taken away.
    const grown = new Map([
      ...state,
      [key, { kind: 'key', isUnused: false }],
      [address, withMore(account, key)!],
    ] as const)
    const before = solveControl(state).acts
    const after = solveControl(grown as ControlState).acts
    for (const row of before) {
      const wider = after.find((each) => each.act === row.act && each.target === row.target)!
      compared++
      expect(fewestKeys(wider)).toBeLessThanOrEqual(fewestKeys(row))
      expect(leastDelay(wider)).toBeLessThanOrEqual(leastDelay(row))
    }
  }
  expect(compared).toBeGreaterThan(150)
})

const leastDelay = ({ cuts }: ActAnswer) => cuts?.[0]?.delay ?? Number.POSITIVE_INFINITY

test('law: other addresses give the same answer under other addresses', () => {
  const renamed = (text: string) =>
    text.replaceAll(/0x([0-9a-f]{40})/g, (address, digits: string) =>
      address === zeroAddress ? address : `0x${[...digits].reverse().join('')}`,
    )
  const rename = <Value>(value: Value): Value => {
    if (typeof value === 'string') return renamed(value) as Value
    if (value instanceof Map)
      return new Map([...value].map(([key, entry]) => [rename(key), rename(entry)])) as Value
    if (value instanceof Set) return new Set([...value].map(rename)) as Value
    if (Array.isArray(value)) return value.map(rename) as Value
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [key, rename(entry)]),
    ) as Value
  }
  const shapeOf = ({ acts }: ReturnType<typeof solveControl>) =>
    acts
      .map(({ act, target, cuts }) => {
        const rows = cuts!.map(({ delay, leastKeys, possibleKeys, setCount, sets }) => {
          const listed = sets.map(({ keys, unknown }) =>
            [[...keys].sort(), [...unknown].sort()].join('|'),
          )
          return [delay, leastKeys, possibleKeys, setCount, listed.sort()].join(' ')
        })
        return [act, target, ...rows].join(' ')
      })
      .sort()
  for (const seed of seeds) {
    const state = randomState(seed, 3)
    const answer = shapeOf(solveControl(state, { mostSets: 1000 }))
    const moved = shapeOf(solveControl(rename(state), { mostSets: 1000 }))
    const normal = (rows: readonly string[]) =>
      rows.map((row) => row.split(/[ |,]/).sort().join(' ')).sort()
    expect(normal(moved)).toEqual(normal(answer.map(renamed)))
  }
})

/** Councils whose members overlap: 8 Safes of 25 owners out of 100 keys. */
function councils(): ControlState {
  const { some, int } = generatorOf(5)
  const keys = Array.from({ length: 100 }, (_, index) => addressNamed(`k${index}`))
  const state = new Map<Address, ControlAccount>(
    keys.map((key) => [key, { kind: 'key', isUnused: false }]),
  )
  const safes = Array.from({ length: 8 }, (_, index) => addressNamed(`s${index}`))
  for (const safe of safes) {
    const pool = [...keys]
    const owners = Array.from({ length: 25 }, () => pool.splice(int(pool.length), 1)[0]!)
    state.set(safe, {
      kind: 'safe',
      version: '1.4.1',
      owners: owners.sort(),
      threshold: 13,
      modules: [],
      fallbackHandler: zeroAddress,
      guard: zeroAddress,
      moduleGuard: zeroAddress,
      isComplete: true,
    })
  }
  const [first, second, third] = safes as [Address, Address, Address]
  const timelock = addressNamed('t')
  state.set(timelock, {
    kind: 'timelock',
    minDelay: 86400,
    admins: [timelock],
    proposers: [first, second],
    executors: [third],
    cancellers: [],
    isComplete: true,
  })
  const [vault, manager, authority] = ['vault', 'manager', 'a'].map(addressNamed) as [
    Address,
    Address,
    Address,
  ]
  const auth = { owner: zeroAddress, authority }
  state.set(vault, {
    kind: 'contract',
    auth,
    part: { of: 'vault' },
    functions: new Set(['0xf6e715d0']),
    isKnown: true,
  })
  state.set(manager, {
    kind: 'contract',
    auth,
    part: { of: 'manager', vault, isPaused: false, strategists: [] },
    functions: new Set(['0x21801a99', '0x244b0f6a']),
    isKnown: true,
  })
  state.set(authority, {
    kind: 'authority',
    auth: { owner: timelock, authority: zeroAddress },
    roles: new Map([
      [manager, 2n],
      [second, 128n],
      [third, 256n],
      ...some(keys, 3).map((key) => [key, 128n] as const),
    ]),
    capabilities: new Map([
      [`${vault} 0xf6e715d0`, 2n],
      [`${manager} 0x244b0f6a`, 128n],
      [`${manager} 0x21801a99`, 256n],
    ]),
    open: new Set(),
    isComplete: true,
  })
  return state
}

test('golden: 8 Safes of 13 of 25 have more key sets than anybody lists, and are counted', () => {
  const { acts } = solveControl(councils(), { mostSets: 2 })
  const freely = acts.find(({ act }) => act === 'manage_freely')!
  expect(freely.cuts!.map(({ delay }) => delay)).toEqual([0, 86400])
  // 13 owners set the root, and one key more runs it.
  expect(freely.cuts![0]!.possibleKeys).toBe(14)
  expect(freely.cuts![1]!.setCount).toBeGreaterThan(10n ** 9n)
  expect(freely.cuts![1]!.sets).toHaveLength(2)
})

test('refuses: more nodes than the limit are bounds from thresholds, never a cut answer', () => {
  const { acts } = solveControl(councils(), { mostNodes: 500 })
  const freely = acts.find(({ act }) => act === 'manage_freely')!
  expect([freely.cuts, freely.path]).toEqual([null, []])
  expect(freely.bounds!.atLeast).toBe(13)
  expect(freely.bounds!.atMost).toBeGreaterThanOrEqual(13)
})
