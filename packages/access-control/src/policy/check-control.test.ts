import { type Address, type Finding, isSound, zeroAddress } from '@vaultwright/base'
import { expect, test } from 'vitest'
import {
  addressNamed,
  generatorOf,
  randomState,
} from '../../../../test/support/evm/control/random-state.ts'
import { type ActName, acts } from '../act/catalogue.ts'
import { solveControl } from '../answer/control-answer.ts'
import { guardedFunctions, selectors } from '../model/guarded-function.ts'
import { type ControlAccount, type ControlState, capabilityOf } from '../model/state.ts'
import { checkControl } from './check-control.ts'
import type { ActRule, ControlPolicy } from './control-policy.ts'

const seeds = Array.from({ length: 4 }, (_, index) => index + 7001)

const findingsOf = (state: ControlState, policy: ControlPolicy): readonly Finding[] =>
  checkControl({ answer: solveControl(state), reading: { state, completeness: [] } }, policy)

const codesOf = (state: ControlState, policy: ControlPolicy) =>
  findingsOf(state, policy).map(({ code }) => code)

/** Each failed demand, and whether it is broken for certain. */
const failuresOf = (findings: readonly Finding[]) =>
  new Map(
    findings.map(({ code, facts: { act, target, strategist, demand } }) => [
      `${act} ${target} ${strategist} ${demand}`,
      code !== 'not_decidable',
    ]),
  )

test('law: a tighter rule takes no finding away, and makes none less certain', () => {
  let failures = 0
  for (const seed of seeds) {
    const state = randomState(seed, 4)
    const { int } = generatorOf(seed)
    const addresses = [...state.keys()]
    const answer = solveControl(state)
    const present = [...new Set(answer.acts.map(({ act }) => act))].slice(0, 8)
    const count = 1 + int(3)
    const rules = (step: number): ActRule => ({
      least_keys: count + step,
      least_delay: 3600 * (count + step),
      most_keys: 4 - step,
      most_delay: 86_400 * (4 - step),
      only_through: addresses.slice(0, 6 - step),
      not_by: addresses.slice(0, 1 + step),
    })
    const check = (step: number) => {
      const policy = Object.fromEntries(present.map((act) => [act, rules(step)]))
      return failuresOf(checkControl({ answer, reading: { state, completeness: [] } }, policy))
    }
    for (let step = 0, before = check(0); step < 2; step++) {
      const after = check(step + 1)
      for (const [failure, isBroken] of before) {
        failures++
        expect([failure, after.has(failure)]).toEqual([failure, true])
        expect(Number(after.get(failure))).toBeGreaterThanOrEqual(Number(isBroken))
      }
      before = after
    }
  }
  expect(failures).toBeGreaterThan(60)
})

test('law: an act is only through a key if each of its sets has it, and not by it if none has', () => {
  const counts = { kept: 0, failed: 0 }
  for (const seed of seeds) {
    const state = randomState(seed, 4)
    const answer = solveControl(state, { mostSets: 100_000 })
    const key = [...state].find(([, account]) => account.kind === 'key')?.[0] ?? zeroAddress
    for (const { act, target, strategist, cuts } of answer.acts) {
      const sets = cuts!.flatMap((cut) => cut.sets)
      const has = ({ keys }: { readonly keys: readonly Address[] }) => keys.includes(key)
      const bypass = sets.filter((set) => !has(set))
      const rests = (set: (typeof sets)[number]) => set.unknown.length > 0
      const verdictOf = (broken: boolean, open: boolean, code: string) =>
        broken ? code : open ? 'not_decidable' : null
      const expected = [
        verdictOf(
          bypass.some((set) => !rests(set)),
          bypass.length > 0,
          'control_not_through',
        ),
        verdictOf(
          sets.some((set) => !rests(set) && (has(set) || set.keys.length === 0)),
          sets.some(rests),
          'control_by',
        ),
      ]
      const codes = [{ only_through: [key] }, { not_by: [key] }].map((rule) => {
        const row = {
          acts: answer.acts.filter((each) => each.target === target && each.act === act),
        }
        const control = { answer: row, reading: { state, completeness: [] } }
        const findings = checkControl(control, { [act]: rule } as ControlPolicy)
        return findings.find(({ facts }) => facts.strategist === strategist)?.code ?? null
      })
      expect([act, target, ...codes]).toEqual([act, target, ...expected])
      for (const code of codes) counts[code === null ? 'kept' : 'failed']++
    }
  }
  expect(Math.min(counts.kept, counts.failed)).toBeGreaterThan(10)
})

const [vault, roles, safe, lock, alice, bob, carol] = [
  'vault',
  'roles',
  'safe',
  'lock',
  'alice',
  'bob',
  'carol',
].map(addressNamed) as [Address, Address, Address, Address, Address, Address, Address]
const key = { kind: 'key', isUnused: false } as const

/** A vault whose minter is a timelock of a day that a Safe of two proposes to; anybody executes. */
const vaultWith = (accounts: readonly (readonly [Address, ControlAccount])[] = []) =>
  new Map<Address, ControlAccount>([
    [alice, key],
    [bob, key],
    [carol, key],
    [
      vault,
      {
        kind: 'contract',
        auth: { owner: zeroAddress, authority: roles },
        part: { of: 'vault' },
        functions: new Set(Object.values(guardedFunctions.vault)),
        isKnown: true,
      },
    ],
    [
      roles,
      {
        kind: 'authority',
        auth: { owner: zeroAddress, authority: zeroAddress },
        roles: new Map([[lock, 2n]]),
        capabilities: new Map([[capabilityOf(vault, selectors.enter), 2n]]),
        open: new Set(),
        isComplete: true,
      },
    ],
    [lock, lockOf(86_400)],
    [safe, safeOf([alice, bob])],
    ...accounts,
  ])
const lockOf = (minDelay: number): ControlAccount => ({
  kind: 'timelock',
  minDelay,
  admins: [],
  proposers: [safe],
  executors: [zeroAddress],
  cancellers: [],
  isComplete: true,
})
const safeOf = (
  owners: readonly Address[],
  terms: Partial<Extract<ControlAccount, { readonly kind: 'safe' }>> = {},
): ControlAccount => ({
  kind: 'safe',
  version: '1.4.1',
  threshold: 2,
  owners,
  modules: [],
  fallbackHandler: zeroAddress,
  guard: zeroAddress,
  moduleGuard: zeroAddress,
  isComplete: true,
  ...terms,
})

test('golden: a rule for one contract stands in place of the rule for all, and a contract that was not read is open', () => {
  const second = addressNamed('second')
  const account = vaultWith().get(vault) as Extract<ControlAccount, { kind: 'contract' }>
  const state = vaultWith([[second, { ...account, auth: { ...account.auth, owner: carol } }]])
  const mint = (on: NonNullable<ActRule['on']>, demands: ActRule = {}) =>
    findingsOf(state, { mint: { ...demands, on } }).map(({ code, facts }) => [code, facts.target])
  expect(mint({ [second]: { least_keys: 1 } }, { least_keys: 2 })).toEqual([])
  expect(mint({ [second]: { least_keys: 2 } })).toEqual([['control_least_keys', second]])
  expect(mint({ [vault]: { least_keys: 3 } }, { least_keys: 2 })).toEqual([
    ['control_least_keys', second],
    ['control_least_keys', vault],
  ])
  expect(mint({ [carol]: { least_keys: 1 } })).toEqual([['not_decidable', carol]])
  expect(findingsOf(state, { set_root: { on: { [vault]: { least_keys: 1 } } } })).toMatchObject([
    { code: 'not_decidable', facts: { act: 'set_root', target: vault } },
  ])
})

test('golden: a policy is kept, and each demand on an act is broken by what it is about', () => {
  const mint: ActRule = {
    least_keys: 2,
    least_delay: 86_400,
    not_public: true,
    only_through: [lock],
    not_by: [carol],
    most_keys: 2,
    most_delay: 86_400,
  }
  expect(findingsOf(vaultWith(), { mint })).toEqual([])
  const demands: readonly (readonly [ActRule, string])[] = [
    [{ least_keys: 3 }, 'control_least_keys'],
    [{ least_delay: 86_401 }, 'control_least_delay'],
    [{ only_through: [carol] }, 'control_not_through'],
    [{ not_by: [safe] }, 'control_by'],
    [{ most_keys: 1 }, 'control_slow'],
    [{ most_delay: 3600 }, 'control_slow'],
  ]
  for (const [rule, code] of demands) expect(codesOf(vaultWith(), { mint: rule })).toEqual([code])
  const [finding] = findingsOf(vaultWith(), { mint: { least_keys: 3 } })
  expect(finding!.message).toBe(
    `mint on ${vault}: 2 keys, after 1 d; the policy wants at least 3 keys.`,
  )
  const authority = vaultWith().get(roles) as Extract<ControlAccount, { kind: 'authority' }>
  const open = new Set([capabilityOf(vault, selectors.enter)])
  const isPublic = vaultWith([[roles, { ...authority, open }]])
  expect(codesOf(isPublic, { mint })).toEqual([
    'control_least_keys',
    'control_least_delay',
    'control_public',
    'control_not_through',
    'control_by',
  ])
})

test('golden: a Safe whose handler passes calls on for anybody, and a proxy, are a way around themselves', () => {
  const mint = { only_through: [safe] }
  const authority = vaultWith().get(roles) as Extract<ControlAccount, { kind: 'authority' }>
  const held = [roles, { ...authority, roles: new Map([[safe, 2n]]) }] as const
  expect(findingsOf(vaultWith([held]), { mint })).toEqual([])
  const handled = safeOf([alice, bob], { fallbackHandler: vault })
  expect(codesOf(vaultWith([held, [safe, handled]]), { mint })).toEqual(['control_not_through'])
  const behind = safeOf([alice, bob]) as Extract<ControlAccount, { kind: 'safe' }>
  const proxy = { kind: 'proxy', admin: carol, behind } as const
  expect(codesOf(vaultWith([held, [safe, proxy]]), { mint })).toEqual(['control_not_through'])
})

test('golden: what only unknown code undercuts is not decidable, a failure', () => {
  const state = vaultWith([
    [safe, safeOf([alice, bob, carol])],
    [carol, { kind: 'unknown', codeHash: null }],
  ])
  const findings = findingsOf(state, { mint: { least_keys: 2, not_by: [addressNamed('bot')] } })
  expect(findings.map(({ code, facts }) => [code, facts.demand])).toEqual([
    ['not_decidable', 'control_least_keys'],
    ['not_decidable', 'control_by'],
  ])
  expect(findings[0]!.message).toContain('2 keys, 1 key possible')
  expect(isSound(findings)).toBe(false)
  expect(codesOf(state, { mint: { least_keys: 3 } })).toEqual(['control_least_keys'])
})

test('golden: accounts that hold powers, refused or warned of', () => {
  const state = vaultWith([
    [safe, safeOf([alice, bob], { modules: [carol], isComplete: false })],
    [alice, { kind: 'key', isUnused: true }],
    [bob, { kind: 'delegated', delegate: carol, opening: 'key_only' }],
    [carol, { kind: 'unknown', codeHash: null }],
  ])
  const any = {
    unknown_code: 'refuse',
    unused_accounts: 'refuse',
    delegated_keys: 'warn',
    complete: 'require',
    modules: 'listed',
  } as const
  const rows = findingsOf(state, { any }).map(({ code, severity, facts }) => [
    code,
    severity,
    facts.account,
  ])
  expect(rows).toEqual([
    ['control_unknown_code', 'error', carol],
    ['control_unused_account', 'error', alice],
    ['control_incomplete', 'error', safe],
    ['control_module', 'error', safe],
    ['control_delegated_key', 'warning', bob],
  ])
  expect(findingsOf(vaultWith(), { any })).toEqual([])
  const listed = vaultWith([[safe, safeOf([alice, bob], { modules: [carol] })]])
  expect(codesOf(listed, { any })).toEqual([])
  expect(codesOf(listed, { any: { modules: 'refuse' } })).toEqual(['control_module'])
})

test('refuses: a Yes to a rule for an act that no contract has', () => {
  const absent = (Object.keys(acts) as ActName[]).filter((act) => act.startsWith('queue_'))
  expect(absent.length).toBeGreaterThan(0)
  for (const act of absent) {
    expect(codesOf(vaultWith(), { [act]: { least_keys: 1 } })).toEqual(['not_decidable'])
  }
})
