import type { Address, Finding } from '@vaultwright/base'
import { actsOf } from '../act/question.ts'
import { type Atom, atomsIn, type Formula } from '../model/formula.ts'
import { accountAt, type ControlState } from '../model/state.ts'
import type { ControlReading } from '../reading/request.ts'
import { formulaOf } from '../rule/atom-formula.ts'
import type { AccountRule } from './control-policy.ts'

type AccountRow = readonly [
  code: string,
  demand: AccountRule[keyof AccountRule],
  accounts: readonly Address[],
  sentence: string,
]

/** Judges the accounts that hold powers. */
export function checkAccounts(
  { state, completeness }: Pick<ControlReading, 'state' | 'completeness'>,
  rule: AccountRule,
): readonly Finding[] {
  const addresses = [...state.keys()]
  const isOf = (kind: string) => (address: Address) => accountAt(state, address).kind === kind
  const incomplete = new Set([
    ...addresses.filter((address) => isIncomplete(state, address)),
    ...completeness.filter(({ isComplete }) => !isComplete).map(({ contract }) => contract),
  ])
  const safes = addresses.filter(isOf('safe'))
  const modules = safes.filter((address) => {
    const account = accountAt(state, address)
    return account.kind === 'safe' && account.modules.length > 0
  })
  const unused = addresses.filter((address) => {
    const account = accountAt(state, address)
    return account.kind === 'key' && account.isUnused
  })
  const rows: readonly AccountRow[] = [
    ['control_unknown_code', rule.unknown_code, unknownIn(state), 'has code that is not known'],
    ['control_unused_account', rule.unused_accounts, unused, 'has no code and was never used'],
    [
      'control_delegated_key',
      rule.delegated_keys,
      addresses.filter(isOf('delegated')),
      'is a key that lends its account code',
    ],
    [
      'control_incomplete',
      rule.complete,
      [...incomplete],
      'has entries that nothing explains: the list of who holds its powers is not complete',
    ],
    [
      'control_module',
      rule.modules === 'refuse' ? 'refuse' : undefined,
      modules,
      'is a Safe with a module, which needs no signature',
    ],
    [
      'control_module',
      rule.modules,
      safes.filter((address) => incomplete.has(address)),
      'is a Safe whose list of modules is not proven complete',
    ],
  ]
  return rows.flatMap(([code, demand, accounts, sentence]) => {
    if (demand === undefined) return []
    return accounts.map((account) => ({
      code,
      severity: demand === 'warn' ? ('warning' as const) : ('error' as const),
      leaf: null,
      message: `${account} ${sentence}.`,
      facts: { account },
    }))
  })
}

function isIncomplete(state: ControlState, address: Address): boolean {
  const account = accountAt(state, address)
  return 'isComplete' in account && !account.isComplete
}

/** The accounts of unknown code that the state has, and those that an act rests on beside it. */
function unknownIn(state: ControlState): readonly Address[] {
  const unknown = new Set<Address>()
  for (const address of state.keys()) {
    const account = accountAt(state, address)
    const isNamed = account.kind === 'contract' && !account.isKnown
    if (account.kind === 'unknown' || isNamed) unknown.add(address)
  }
  const walked = new Set<string>()
  const stack: [string, Atom][] = []
  const take = (formula: Formula) => {
    for (const { id, atom } of atomsIn(formula)) stack.push([id, atom])
    for (const address of unknownDeciders(formula)) {
      // A list with a hidden entry is another finding.
      if (!isIncomplete(state, address)) unknown.add(address)
    }
  }
  for (const { question } of actsOf(state)) take(question(Number.POSITIVE_INFINITY))
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [id, atom] = next
    if (walked.has(id)) continue
    walked.add(id)
    take(formulaOf(state, atom, Number.POSITIVE_INFINITY))
  }
  return [...unknown]
}

function* unknownDeciders(formula: Formula): Iterable<Address> {
  if (formula.op === 'decider' && formula.decider.isUnknown) yield formula.decider.address
  else if (formula.op === 'rule') yield* unknownDeciders(formula.part)
  else if (formula.op === 'at_least') for (const part of formula.parts) yield* unknownDeciders(part)
}
