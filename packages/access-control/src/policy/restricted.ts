import type { Address } from '@vaultwright/base'
import { atomOf, deciderOf, type Formula, impossible } from '../model/formula.ts'
import { accountAt, type ControlState } from '../model/state.ts'
import { formulaOf } from '../rule/atom-formula.ts'
import { upgradeFormula } from '../rule/voice.ts'
import type { RuleSource } from '../solve/solver.ts'

/**
 * Makes the rules of a state in which some accounts make no call. What is still possible does not go through them: an
 * exchange of their code does not, nor what a Safe passes to its fallback handler for anybody.
 */
export function rulesWithout(state: ControlState, accounts: ReadonlySet<Address>): RuleSource {
  return (atom, delay) => {
    if (atom.kind === 'voice' && accounts.has(atom.by)) return upgradeFormula(state, atom.by, delay)
    const isRelay = atom.kind === 'call' && accountAt(state, atom.by).kind === 'contract'
    const rule =
      isRelay && accounts.has(atom.by)
        ? atomOf({ kind: 'voice', by: atom.by }, delay)
        : formulaOf(state, atom, delay)
    return withoutKeys(rule, accounts)
  }
}

/** Makes the rules of a state in which some accounts decide by themselves, as keys do. */
export function rulesWithOwnWill(state: ControlState, accounts: ReadonlySet<Address>): RuleSource {
  return (atom, delay) =>
    atom.kind === 'voice' && accounts.has(atom.by)
      ? deciderOf(atom.by, false)
      : formulaOf(state, atom, delay)
}

function withoutKeys(formula: Formula, accounts: ReadonlySet<Address>): Formula {
  switch (formula.op) {
    case 'decider': {
      const { address, isUnknown } = formula.decider
      return !isUnknown && accounts.has(address) ? impossible : formula
    }
    case 'rule':
      return { ...formula, part: withoutKeys(formula.part, accounts) }
    case 'at_least':
      return { ...formula, parts: formula.parts.map((part) => withoutKeys(part, accounts)) }
    default:
      return formula
  }
}
