import { BaseError } from '@vaultwright/base'
import { always, type Diagram, type Diagrams, never, openDiagrams } from '../key-set/diagram.ts'
import { type Atom, atomsIn, type Decider, type Formula } from '../model/formula.ts'
import { accountAt, type ControlState } from '../model/state.ts'
import { formulaOf } from '../rule/atom-formula.ts'

/** The rules of a state, as a function of an atom and a delay. */
export type RuleSource = (atom: Atom, delay: number) => Formula

/** Answers questions about one state. */
export type Solver = {
  readonly diagrams: Diagrams
  readonly deciders: readonly Decider[]
  /** The delays, in seconds and ascending, at which the answer to a question can change. */
  readonly delaysOf: (question: Question) => readonly number[]
  /** The function of the deciders that answers a question at a delay. */
  readonly solve: (question: Question, delay: number) => Diagram
  /** The formula of an atom, as the solver asked it. */
  readonly ruleOf: RuleSource
}

/** A question: its formula at a delay. */
export type Question = (delay: number) => Formula

/** The most timelocks with a delay that one question may rest on: their delays add up in every combination. */
const maxTimelocks = 12

/**
 * Opens a solver of a state. Atoms are least fixpoints of monotone rules: each is computed from what it rests on, and
 * again when that grows, so that loops of owners need no care.
 *
 * @throws {DiagramTooLargeError} from `solve`.
 * @throws {TimelocksTooManyError} from `delaysOf` and `solve`.
 */
export function openSolver(
  state: ControlState,
  {
    rules = (atom, delay) => formulaOf(state, atom, delay),
    limit,
  }: { readonly rules?: RuleSource; readonly limit?: number } = {},
): Solver {
  const diagrams = openDiagrams(limit)
  const deciders: Decider[] = []
  const indexes = new Map<string, number>()
  const cells = new Map<string, Cell>()
  const timelockDelays = openTimelockDelays(state, rules)

  const indexOf = (decider: Decider): number => {
    const id = `${decider.isUnknown ? '?' : ''}${decider.address}`
    const index = indexes.get(id) ?? deciders.push(decider) - 1
    indexes.set(id, index)
    return index
  }

  /** Turns a formula into a computation over its cells, which are there by then. */
  const compile = (formula: Formula): (() => Diagram) => {
    switch (formula.op) {
      case 'constant': {
        const value = formula.value ? always : never
        return () => value
      }
      case 'decider': {
        const value = diagrams.key(indexOf(formula.decider))
        return () => value
      }
      case 'atom': {
        const cell = cells.get(formula.id)!
        return () => cell.value
      }
      case 'rule':
        return compile(formula.part)
      case 'at_least': {
        const parts = formula.parts.map(compile)
        if (formula.count === 1) return () => diagrams.any(parts.map((part) => part()))
        if (formula.count === parts.length) return () => diagrams.all(parts.map((part) => part()))
        return () =>
          diagrams.atLeast(
            formula.count,
            parts.map((part) => part()),
          )
      }
    }
  }

  /** Takes in every atom that a formula rests on. @returns the new ones, those that others rest on before them. */
  const open = (formula: Formula): readonly Cell[] => {
    const added: Cell[] = []
    const stack = [...atomsIn(formula)]
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (cells.has(next.id)) continue
      const rule = rules(next.atom, next.delay)
      const inner = [...atomsIn(rule)]
      const cell: Cell = { rule, inner, readers: new Set(), value: never, compute: () => never }
      cells.set(next.id, cell)
      added.push(cell)
      stack.push(...inner)
    }
    for (const cell of added) {
      for (const atom of cell.inner) cells.get(atom.id)!.readers.add(cell)
      cell.compute = compile(cell.rule)
    }
    return added.reverse()
  }

  const solve = (question: Question, delay: number): Diagram => {
    const formula = question(delay)
    const waiting = new Set(open(formula))
    for (const cell of waiting) {
      waiting.delete(cell)
      const value = cell.compute()
      if (value === cell.value) continue
      cell.value = value
      // A set hands out what is added while it is walked.
      for (const reader of cell.readers) waiting.add(reader)
    }
    return compile(formula)()
  }

  const delaysOf = (question: Question): readonly number[] => {
    const delays = timelockDelays(question)
    if (delays.length > maxTimelocks) throw new TimelocksTooManyError(delays.length)
    const sums = new Set([0])
    for (const delay of delays) for (const sum of [...sums]) sums.add(sum + delay)
    return [...sums].sort((left, right) => left - right)
  }

  return { diagrams, deciders, delaysOf, solve, ruleOf: rules }
}

type AtomAtDelay = Extract<Formula, { readonly op: 'atom' }>

/** An atom at a delay: its rules, who rests on it, and its value so far. */
type Cell = {
  readonly rule: Formula
  readonly inner: readonly AtomAtDelay[]
  readonly readers: Set<Cell>
  compute: () => Diagram
  value: Diagram
}

/** Finds the delays of the timelocks that a question rests on, each once; those without delay add nothing. */
function openTimelockDelays(
  state: ControlState,
  rules: RuleSource,
): (question: Question) => readonly number[] {
  const innerAtoms = new Map<string, readonly (readonly [id: string, atom: Atom])[]>()
  const atomsOf = (formula: Formula) =>
    [...atomsIn(formula)].map(({ id, atom }) => [id, atom] as const)
  return (question) => {
    const delays = new Map<string, number>()
    const walked = new Set<string>()
    const stack = atomsOf(question(Number.POSITIVE_INFINITY))
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const [id, atom] = next
      if (walked.has(id)) continue
      walked.add(id)
      if (atom.kind === 'voice') {
        const account = accountAt(state, atom.by)
        if (account.kind === 'timelock' && account.minDelay > 0)
          delays.set(atom.by, account.minDelay)
      }
      const inner = innerAtoms.get(id) ?? atomsOf(rules(atom, Number.POSITIVE_INFINITY))
      innerAtoms.set(id, inner)
      stack.push(...inner)
    }
    return [...delays.values()]
  }
}

/** A question rests on more timelocks with a delay than their combinations can be tried. */
export class TimelocksTooManyError extends BaseError {
  override readonly code = 'control_timelocks'
  override readonly kind = 'unsupported'

  constructor(count: number) {
    super({
      message: `The question rests on ${count} timelocks with a delay, and at most ${maxTimelocks} can be combined. Read the bounds.`,
      facts: { count, limit: maxTimelocks },
    })
  }
}
