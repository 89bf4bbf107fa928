import type { ActionEvidence } from '@vaultwright/protocols'
import type { ActionView } from './describe.ts'

/** Counts actions by what their calls have run on in the tests: `7 on real contracts, 0 on stand-ins, 1 by rule alone`. */
export function evidenceText(actions: readonly ActionView[]): string {
  const count = (kind: ActionEvidence['kind']) =>
    actions.filter(({ evidence }) => evidence.kind === kind).length
  return `${count('real')} on real contracts, ${count('double')} on stand-ins, ${count('rule')} by rule alone`
}

/** Names what the call of an action has run on. */
export function evidenceName(evidence: ActionEvidence): string {
  if (evidence.kind === 'rule') return 'not run in the tests'
  if (evidence.kind === 'double') return 'run on a stand-in'
  return `run on ${evidence.package} ${evidence.version}`
}
