import {
  type ControlPolicy,
  checkControl,
  parseControlWitness,
  replayControl,
  solveControl,
} from '@vaultwright/access-control'
import { type Hex, isSound } from '@vaultwright/base'

/** The rules of a policy, and what proves the reading that they are held against. */
export type ControlCheck = {
  readonly witness: string
  readonly blockHash: Hex
  readonly policy: ControlPolicy
}

/**
 * Computes who controls a vault again from what proves it, and holds it against rules.
 *
 * @throws {StateProofError} {InvalidWitnessError} when what is kept does not follow from the block's hash.
 */
export function checkStoredControl({ witness, blockHash, policy }: ControlCheck) {
  const reading = replayControl(parseControlWitness(witness), blockHash)
  const answer = solveControl(reading.state)
  const findings = checkControl({ answer, reading }, policy)
  return {
    kept: isSound(findings),
    findings: findings.map(({ code, severity, message }) => ({ code, severity, text: message })),
  }
}
