import type { TreeFile } from '@vaultwright/formats'
import { ruleBook } from '@vaultwright/protocols'
import { explainCall, nearText, problemText } from '@vaultwright/review'
import type { CallReason, ExplainedCall } from './question.ts'

/** Explains which leaf of a tree permits a call, or why none does. */
export function reasonOf(file: TreeFile, { target, data, value }: ExplainedCall): CallReason {
  const call = { target, data, value: BigInt(value) }
  const explanation = explainCall(call, file.tree, { rules: ruleBook })
  const {
    verdict,
    positions,
    problems,
    doubts,
    reads,
    refusal,
    nearest,
    wanted: neededLeaves,
  } = explanation
  const isExplained = nearest.some(({ unmet }) => unmet.length > 0)
  const [first] = neededLeaves
  return {
    verdict,
    slots: positions,
    notes: [
      ...problems.map(problemText),
      ...reads.map(({ read, value: answer }) => `Only if ${read.key} is ${answer}.`),
      ...doubts.map(({ message }) => message),
      ...(refusal === null || isExplained ? [] : [refusal.message]),
    ],
    nearest: nearest.map((near) => ({ slot: near.positions[0] ?? null, text: nearText(near) })),
    wanted:
      first === undefined
        ? []
        : [
            `decoder ${first.leaf.decoder}`,
            `target ${first.leaf.target}`,
            `value ${first.leaf.canSendValue ? 'only calls with value' : 'only calls without value'}`,
            `function ${first.leaf.signature} ${first.leaf.selector}`,
            ...first.leaf.arguments.map((entry, at) => `${first.labels[at] ?? at + 1} ${entry}`),
            `digest ${first.digest}`,
          ],
  }
}
