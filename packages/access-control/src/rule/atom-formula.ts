import { type Atom, anyOf, atomOf, type Formula } from '../model/formula.ts'
import type { ControlState } from '../model/state.ts'
import { asFormula, canFormula } from './permission.ts'
import { relayFormula } from './relay.ts'
import { voiceFormula } from './voice.ts'

/**
 * Writes the rules of an atom: what it takes for it to be so.
 *
 * @param delay - seconds from the block.
 */
export function formulaOf(state: ControlState, atom: Atom, delay: number): Formula {
  switch (atom.kind) {
    case 'voice':
      return voiceFormula(state, atom.by, delay)
    case 'call': {
      const guarded = [atom.target, atom.selector] as const
      const voice = atomOf({ kind: 'voice', by: atom.by }, delay)
      return anyOf([voice, relayFormula(state, { by: atom.by, guarded }, delay)])
    }
    case 'can':
      return canFormula(state, [atom.target, atom.selector], delay)
    case 'as':
      return asFormula(state, { by: atom.by, guarded: [atom.target, atom.selector] }, delay)
  }
}
