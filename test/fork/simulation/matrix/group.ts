import { accessCases } from './access.ts'
import type { MatrixCase } from './case.ts'
import { decoderCases } from './decoder.ts'
import { droneCases } from './drone.ts'
import { effectCases } from './effect.ts'
import { loanCases } from './loan.ts'
import { multisigCases } from './multisig.ts'
import { positionCases } from './position.ts'
import { proofCases } from './proof.ts'
import { shapeCases } from './shape.ts'

/** Every case of the acceptance matrix, by what it is about. */
export const matrixGroups: Readonly<Record<string, readonly MatrixCase[]>> = {
  access: accessCases,
  shape: shapeCases,
  proof: proofCases,
  effect: effectCases,
  decoder: decoderCases,
  drone: droneCases,
  loan: loanCases,
  position: positionCases,
  multisig: multisigCases,
}
