import type { Address } from '@vaultwright/base'
import type { Selector } from './state.ts'

/** A key, or code that is not known: it decides by itself. */
export type Decider = { readonly address: Address; readonly isUnknown: boolean }

/** A question about the state; its answer is a function of the deciders. */
export type Atom =
  /** The account makes any call. */
  | { readonly kind: 'voice'; readonly by: Address }
  /** The account calls one function with free arguments. */
  | {
      readonly kind: 'call'
      readonly by: Address
      readonly target: Address
      readonly selector: Selector
    }
  /** One function is executed with free arguments. */
  | { readonly kind: 'can'; readonly target: Address; readonly selector: Selector }
  /** One account gets it executed in person. */
  | {
      readonly kind: 'as'
      readonly by: Address
      readonly target: Address
      readonly selector: Selector
    }

/** A rule of the model, by its name: the step of a path, and what a test takes away. */
export type ControlRule =
  | 'accepts_pause'
  | 'add_pausable'
  | 'authority_obeys'
  | 'buffer_deposit'
  | 'buffer_withdraw'
  | 'change_authority'
  | 'change_owner'
  | 'choose_verifiers'
  | 'delegate_obeys'
  | 'execute'
  | 'execute_open'
  | 'fallback_handler'
  | 'forward'
  | 'key'
  | 'manager_root'
  | 'manager_run'
  | 'manager_unpause'
  | 'multicall'
  | 'not_complete'
  | 'owner'
  | 'pause_all'
  | 'pause_sender'
  | 'pause_sender_change'
  | 'pause_single'
  | 'propose'
  | 'public_capability'
  | 'remove_pausable'
  | 'role'
  | 'role_change'
  | 'role_extend'
  | 'role_public'
  | 'safe_module'
  | 'safe_owners'
  | 'solve'
  | 'teller_unpause'
  | 'unknown_code'
  | 'upgrade'
  | 'vault_manage'
  | 'verify_message'

/** A rule as it applies: who it is about, and the call where there is one. */
export type RuleUse = {
  readonly rule: ControlRule
  readonly subject: Address
  readonly target?: Address
  readonly selector?: Selector
}

/** A monotone function of atoms and deciders, as the rules write it. */
export type Formula =
  | { readonly op: 'constant'; readonly value: boolean }
  | { readonly op: 'decider'; readonly decider: Decider }
  | {
      readonly op: 'atom'
      readonly atom: Atom
      /** Seconds from the block. */
      readonly delay: number
      /** Equal for equal atoms at equal delays. */
      readonly id: string
    }
  | { readonly op: 'at_least'; readonly count: number; readonly parts: readonly Formula[] }
  | {
      readonly op: 'rule'
      readonly use: RuleUse
      /** False for what an AND asks for besides: without the rule the demand is gone, not the way. */
      readonly isWay: boolean
      readonly part: Formula
    }

/** True without any key. */
export const certain: Formula = { op: 'constant', value: true }
/** Never true. */
export const impossible: Formula = { op: 'constant', value: false }

/** Makes the OR of formulas. */
export function anyOf(parts: readonly Formula[]): Formula {
  const ways = parts.filter((part) => part.op !== 'constant' || part.value)
  return ways.length === 1 ? ways[0]! : { op: 'at_least', count: 1, parts: ways }
}

/** Makes the AND of formulas. */
export function allOf(parts: readonly Formula[]): Formula {
  return { op: 'at_least', count: parts.length, parts }
}

/** Makes the formula of an atom at a delay, in seconds from the block. */
export function atomOf(atom: Atom, delay: number): Formula {
  return { op: 'atom', atom, delay, id: `${idOfAtom(atom)} ${delay}` }
}

/** Makes the formula of a decider. */
export function deciderOf(address: Address, isUnknown: boolean): Formula {
  return { op: 'decider', decider: { address, isUnknown } }
}

/** Makes a way that a rule opens. */
export function wayOf(use: RuleUse, part: Formula): Formula {
  return { op: 'rule', use, isWay: true, part }
}

/** Makes a demand that a rule adds to a way. */
export function demandOf(use: RuleUse, part: Formula): Formula {
  return { op: 'rule', use, isWay: false, part }
}

/** Prints an atom, so that equal atoms are equal texts. */
export function idOfAtom(atom: Atom): string {
  if (atom.kind === 'voice') return `voice ${atom.by}`
  if (atom.kind === 'can') return `can ${atom.target} ${atom.selector}`
  return `${atom.kind} ${atom.by} ${atom.target} ${atom.selector}`
}

/** Walks the atoms that a formula names. */
export function* atomsIn(formula: Formula): Iterable<Extract<Formula, { readonly op: 'atom' }>> {
  if (formula.op === 'atom') yield formula
  else if (formula.op === 'rule') yield* atomsIn(formula.part)
  else if (formula.op === 'at_least') for (const part of formula.parts) yield* atomsIn(part)
}
