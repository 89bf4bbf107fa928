import type { EngineDifference, ProvenAnswer, ProvenPart } from '@vaultwright/chain'
import { type EngineAnswer, isAgreed, provenIn } from '@vaultwright/operations'
import type { TextStyle } from '../../terminal/style.ts'
import { printSafely } from '../../terminal/table.ts'

/** Why no answer is given: engines differ, or it depends on what is not known yet. */
export function* printNoAnswer(answer: EngineAnswer, style: TextStyle): Iterable<string> {
  if (answer.engine === 'proven') {
    const names = answer.proven.unknowable.join(', ')
    yield style.red(
      `No answer: it depends on ${names}, which is not known before the block is made.\n`,
    )
    return
  }
  if ('simulation' in answer) return
  if (!answer.check.agreed) yield* printDisagreement(answer.check.differences, style)
  if (answer.engine === 'all' && answer.proven.kind === 'proven') {
    yield* printContradiction(answer.proven.differences, style)
  }
}

/** What is proven stands; who says something else is named. */
function* printContradiction(
  differences: Extract<ProvenPart, { kind: 'proven' }>['differences'],
  style: TextStyle,
): Iterable<string> {
  if (differences.length === 0) return
  const names = [...new Set(differences.map(({ engine }) => engine))].join(' and ')
  yield style.red(`No answer: what follows from the block's hash contradicts the ${names}.\n`)
  for (const { field, engine, node, fork } of differences) {
    yield `  ${style.red(field.padEnd(9))}\n`
    yield style.dim(`    ${engine.padEnd(6)}  ${shortOf(node)}\n`)
    yield style.dim(`    proven  ${shortOf(fork)}\n`)
  }
}

function* printDisagreement(
  differences: readonly EngineDifference[],
  style: TextStyle,
): Iterable<string> {
  yield style.red('No answer: the node and its fork disagree. Believe neither.\n')
  for (const { field, message, node, fork } of differences) {
    yield `  ${style.red(field.padEnd(9))}  ${printSafely(message)}\n`
    yield style.dim(`    node  ${shortOf(node)}\n`)
    yield style.dim(`    fork  ${shortOf(fork)}\n`)
  }
}

/** What the proof starts from: a reader compares the block's hash with another source. */
export function* printProof(
  { witness, slotUse, dependsOn }: ProvenAnswer,
  style: TextStyle,
): Iterable<string> {
  const { accounts, slots } = slotUse
  const count = `${accounts.length} accounts, ${slots.length} slots, ${witness.codes.length} codes`
  yield `${style.green('proven')} from block hash ${witness.blockHash}: ${count}\n`
  if (dependsOn.length > 0) yield style.dim(`it asks for ${dependsOn.join(', ')} of its block\n`)
}

/** Why there is no answer, as `--json` names it; null when there is one. */
export function noAnswerOf(answer: EngineAnswer): string | null {
  if (isAgreed(answer)) return null
  return answer.engine === 'proven' ? 'depends_on_unknown' : 'engines_differ'
}

/** What was proven, of an engine that proves; why nothing was, where that is so. */
export function proofJsonOf(answer: EngineAnswer) {
  if (answer.engine !== 'proven' && answer.engine !== 'all') return {}
  const proven = provenIn(answer)
  if (proven === null) {
    const because =
      answer.engine === 'all' && answer.proven.kind === 'unproven'
        ? { code: answer.proven.because.code, message: answer.proven.because.shortMessage }
        : null
    return { proof: null, unprovenBecause: because }
  }
  const { witness, slotUse, dependsOn, unknowable } = proven
  const contradictions =
    answer.engine === 'all' && answer.proven.kind === 'proven' ? answer.proven.differences : []
  return {
    proof: {
      blockHash: witness.blockHash,
      hardfork: witness.hardfork,
      accounts: slotUse.accounts.length,
      slots: slotUse.slots.length,
      codes: witness.codes.length,
      dependsOn,
      unknowable,
    },
    contradictions: contradictions.map(({ engine, field, node, fork }) => ({
      engine,
      field,
      engineSays: node,
      proven: fork,
    })),
  }
}

function shortOf(value: unknown): string {
  const text = printSafely(JSON.stringify(value))
  return text.length > 300 ? `${text.slice(0, 297)}...` : text
}
