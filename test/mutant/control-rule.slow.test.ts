import {
  type ControlRule,
  type ControlState,
  type Formula,
  openSolver,
} from '@vaultwright/access-control'
import { expect, test } from 'vitest'
import { bruteForce } from '../support/evm/control/brute-force.ts'
import { randomState } from '../support/evm/control/random-state.ts'

const rules: Readonly<Record<ControlRule, true>> = {
  accepts_pause: true,
  add_pausable: true,
  authority_obeys: true,
  buffer_deposit: true,
  buffer_withdraw: true,
  change_authority: true,
  change_owner: true,
  choose_verifiers: true,
  delegate_obeys: true,
  execute: true,
  execute_open: true,
  fallback_handler: true,
  forward: true,
  key: true,
  manager_root: true,
  manager_run: true,
  manager_unpause: true,
  multicall: true,
  not_complete: true,
  owner: true,
  pause_all: true,
  pause_sender: true,
  pause_sender_change: true,
  pause_single: true,
  propose: true,
  public_capability: true,
  remove_pausable: true,
  role: true,
  role_change: true,
  role_extend: true,
  role_public: true,
  safe_module: true,
  safe_owners: true,
  solve: true,
  teller_unpause: true,
  unknown_code: true,
  upgrade: true,
  vault_manage: true,
  verify_message: true,
}

/** The rules without one: a way of it is closed, a demand of it is gone. */
const without = (formula: Formula, rule: ControlRule): Formula => {
  if (formula.op === 'at_least') {
    return { ...formula, parts: formula.parts.map((part) => without(part, rule)) }
  }
  if (formula.op !== 'rule') return formula
  if (formula.use.rule === rule) return { op: 'constant', value: !formula.isWay }
  return { ...formula, part: without(formula.part, rule) }
}

const isNoticed = (state: ControlState, rule: ControlRule): boolean => {
  const { ruleOf } = openSolver(state)
  const result = bruteForce(state, (atom, delay) => without(ruleOf(atom, delay), rule))
  return result.contradictions.length > 0
}

/** Rules that no random state has: solvers and bridges are no part of the world. */
const elsewhere: readonly ControlRule[] = ['choose_verifiers', 'solve', 'verify_message']

test.each((Object.keys(rules) as ControlRule[]).filter((rule) => !elsewhere.includes(rule)))(
  'law: the rule %s taken away is noticed',
  (rule) => {
    const seeds = Array.from({ length: 400 }, (_, index) => index + 1)
    expect(seeds.find((seed) => isNoticed(randomState(seed, 3), rule))).toBeDefined()
  },
)

test('law: 2,000 configurations with more keys, by brute force', () => {
  let comparisons = 0
  for (let seed = 1001; seed <= 3000; seed++) {
    const result = bruteForce(randomState(seed, 5))
    comparisons += result.comparisons
    expect({ seed, contradictions: result.contradictions.slice(0, 3) }).toEqual({
      seed,
      contradictions: [],
    })
  }
  expect(comparisons).toBeGreaterThan(1_500_000)
})
