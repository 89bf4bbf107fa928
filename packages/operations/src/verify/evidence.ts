import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import type { Certainty, DecoderReadValues } from '@vaultwright/manager'
import { isSentenceOf, ruleBook } from '@vaultwright/protocols'
import { type Evidence, type EvidenceReason, verifyEvidence } from '@vaultwright/review'
import type { OnChainVerdict } from './verify-at-block.ts'

/** The subject that the reader expects of the document; null where it does not matter. */
export type EvidenceExpectation = {
  readonly calldata: Hex | null
  readonly root: Hex | null
  readonly managerRoot: Hex | null
  readonly manager: Address | null
  readonly strategist: Address | null
}

/** Checks evidence from the document alone. Returns every reason against it, none if it holds. */
export function checkEvidence(
  evidence: Evidence,
  expected: EvidenceExpectation,
  reads: DecoderReadValues,
): readonly EvidenceReason[] {
  const verdict = verifyEvidence(evidence, { rules: ruleBook, reads, isSentenceOf })
  return [...expectationReasons(evidence, expected), ...(verdict.ok ? [] : verdict.reasons)]
}

/** Checks evidence against the verdict of a chain: the roots must be the document's. */
export function checkEvidenceOnChain(
  evidence: Evidence,
  expected: EvidenceExpectation,
  {
    onChain,
    accepts,
  }: { readonly onChain: OnChainVerdict; readonly accepts: (verdict: Certainty) => boolean },
): readonly EvidenceReason[] {
  const verdict = verifyEvidence(evidence, {
    rules: ruleBook,
    reads: onChain.reads.values,
    isSentenceOf,
  })
  return [
    ...expectationReasons(evidence, expected),
    ...chainReasons(evidence, onChain),
    ...(accepts(onChain.verdict.verdict) ? [] : [chainRefusal(onChain)]),
    ...(verdict.ok ? [] : verdict.reasons),
  ]
}

/** The verdict at the block is about the same calldata: a document never says yes beside its no. */
function chainRefusal({ verdict }: OnChainVerdict): EvidenceReason {
  return {
    code: 'chain_refuses',
    call: null,
    isOpen: verdict.verdict !== 'refused',
    message: `At the block the calldata is ${verdict.verdict}. Verify it without --evidence for the reasons.`,
    facts: { verdict: verdict.verdict },
  }
}

function chainReasons(evidence: Evidence, { chainId, reading }: OnChainVerdict): EvidenceReason[] {
  const reasons: EvidenceReason[] = []
  if (evidence.chain_id !== null && evidence.chain_id !== chainId) {
    reasons.push(differs('chain_id', String(evidence.chain_id), String(chainId)))
  }
  const { vault } = reading
  if (evidence.vault !== null && vault !== null && !isSameAddress(evidence.vault, vault)) {
    reasons.push(differs('vault', evidence.vault, vault))
  }
  if (evidence.root !== reading.root.root) {
    reasons.push(differs('root', evidence.root, reading.root.root))
  }
  const hasLoan = evidence.calls.some(({ nested }) => nested.length > 0)
  const isStated = hasLoan || evidence.manager_root !== null
  if (isStated && evidence.manager_root !== reading.managerRoot.root) {
    reasons.push(differs('manager_root', evidence.manager_root ?? 'none', reading.managerRoot.root))
  }
  return reasons
}

function expectationReasons(
  evidence: Evidence,
  { calldata, root, managerRoot, manager, strategist }: EvidenceExpectation,
): EvidenceReason[] {
  const pairs: readonly (readonly [string, string | null, string | null])[] = [
    ['encoded_tx_data', calldata, evidence.encoded_tx_data],
    ['root', root, evidence.root],
    ['manager_root', managerRoot, evidence.manager_root],
    ['manager', manager, evidence.manager],
    ['strategist', evidence.strategist === null ? null : strategist, evidence.strategist],
  ]
  return pairs.flatMap(([field, expected, stated]) =>
    expected === null || expected.toLowerCase() === stated?.toLowerCase()
      ? []
      : [differs(field, stated ?? 'none', expected)],
  )
}

function differs(field: string, stated: string, wanted: string): EvidenceReason {
  const values = `${stated.slice(0, 66)} is in the document, ${wanted.slice(0, 66)} was expected`
  const message = `The document is about another ${field}: ${values}.`
  return { code: `other_${field}`, call: null, isOpen: false, message, facts: { stated, wanted } }
}
