import type { Address, Hex } from '@vaultwright/base'
import { BaseError } from '@vaultwright/base'
import { type CallVerdict, verifyCalldata } from '@vaultwright/manager'
import { ruleBook } from '@vaultwright/protocols'
import { explainCall, nearText, problemText } from '@vaultwright/review'
import { parsePastedCall } from '../tree/leaf/pasted-call.ts'
import type { OpenTree } from '../tree/state/open-tree.ts'

/** The answer whether something could be done under a tree. */
export type ThenAnswer = {
  /** `proven` and `conditional` as everywhere; `unknown` where the tree cannot decide. */
  readonly verdict: 'proven' | 'conditional' | 'unproven' | 'refused' | 'unknown'
  /** One sentence each. */
  readonly notes: readonly string[]
}

/** Calldata of `manageVaultWithMerkleVerification`. */
const manageSelector = '0x244b0f6a'

/**
 * Answers whether a call, or a whole batch for the Manager, could be done under a tree.
 *
 * @param text - calldata of the Manager, or target, calldata and value, or JSON of a call.
 */
export function couldThen(text: string, tree: OpenTree): ThenAnswer {
  if (tree.contradictions.length > 0)
    return unknown('The tree contradicts its root, so it says nothing of what was permitted.')
  const word = text.trim()
  try {
    if (word.toLowerCase().startsWith(manageSelector)) return ofBatch(word, tree)
    return ofCall(word, tree)
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return unknown(error.shortMessage)
  }
}

function ofBatch(word: string, tree: OpenTree): ThenAnswer {
  if (!/^0x([0-9a-f]{2})*$/i.test(word))
    return unknown('The text is not calldata. Give 0x and an even number of hex digits.')
  const manager = tree.file.metadata.manager
  const { verdict, calls, prediction } = verifyCalldata(word.toLowerCase() as Hex, {
    tree: tree.file.tree,
    rules: ruleBook,
    ...(manager === null ? {} : { manager }),
  })
  const certain = prediction.certain === null ? [] : [`The Manager refuses the batch.`]
  return { verdict, notes: [...certain, ...calls.flatMap(notesOf)] }
}

function notesOf({ path, verdict, target, positions, reads, reasons }: CallVerdict) {
  const name = `Call ${path.map((index) => index + 1).join('.')} to ${target}`
  const slots = positions.length === 0 ? '' : `, by slot ${positions.join(', ')}`
  return [
    `${name}: ${verdict}${slots}.`,
    ...reads.map(({ read, value }) => `Only if ${read.key} is ${value}.`),
    ...reasons.map(({ message }) => message),
  ]
}

function ofCall(word: string, tree: OpenTree): ThenAnswer {
  const pasted = parsePastedCall(word, '' as Address)
  if (pasted.kind === 'problem') return unknown(pasted.problem)
  const { target, data, value } = pasted.call
  const call = { target, data, value: BigInt(value) }
  const explanation = explainCall(call, tree.file.tree, { rules: ruleBook })
  const { verdict, positions, problems, doubts, reads, refusal, nearest } = explanation
  return {
    verdict,
    notes: [
      ...(positions.length === 0 ? [] : [`By slot ${positions.join(', ')}.`]),
      ...problems.map(problemText),
      ...reads.map(({ read, value: answer }) => `Only if ${read.key} is ${answer}.`),
      ...doubts.map(({ message }) => message),
      ...(refusal === null ? [] : [refusal.message]),
      ...(verdict === 'refused' ? nearest.map((near) => `Near: ${nearText(near)}`) : []),
    ],
  }
}

function unknown(reason: string): ThenAnswer {
  return { verdict: 'unknown', notes: [reason] }
}
