import type { Json } from '../answer.ts'
import type { Proofs, ProofVerdict } from '../prove.ts'
import type { Ink } from './ink.ts'
import { leafJsonOf } from './leaf.ts'
import { printSafely } from './table.ts'

/** Turns proofs into what `--json` shows. */
export function proofsJsonOf({ root, slots, proofs, multi }: Proofs): Json {
  if (multi !== null) return { root, positions: slots.map(({ position }) => position), ...multi }
  return { root, proofs: proofs.map(({ proof, ...slot }) => ({ ...leafJsonOf(slot), proof })) }
}

/** Prints proofs for a person. */
export function* printProofs({ slots, proofs, multi }: Proofs, ink: Ink): Iterable<string> {
  if (slots.length === 0) yield 'No leaf of the tree is meant.\n'
  for (const [at, { position, leaf, proof }] of proofs.entries()) {
    if (at > 0) yield '\n'
    const name = leaf.description || leaf.signature || 'empty slot'
    yield ink.dim(`# leaf ${position}: ${printSafely(name)}\n`)
    for (const digest of proof) yield `${digest}\n`
  }
  if (multi === null) return
  yield ink.dim(`# leaves ${slots.map(({ position }) => position).join(', ')}\n`)
  for (const digest of multi.leaves) yield `${digest}\n`
  yield ink.dim('# proof\n')
  for (const digest of multi.proof) yield `${digest}\n`
  yield ink.dim('# flags\n')
  yield `${multi.proofFlags.map((flag) => (flag ? '1' : '0')).join('')}\n`
}

/** Prints whether a given proof proves the leaves meant. */
export function printVerdict(verdicts: readonly ProofVerdict[], ink: Ink): readonly string[] {
  return verdicts.map(({ ok, position, digest, root }) =>
    ok
      ? `${ink.green('valid')}    leaf ${position} ${digest} is proven against ${root}\n`
      : `${ink.red('invalid')}  the proof does not lead from leaf ${position} ${digest} to ${root}\n`,
  )
}
