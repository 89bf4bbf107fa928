import type { Finding } from '@vaultwright/base'
import { type CalldataVerdict, type CallVerdict, type Refusal, worstOf } from '@vaultwright/manager'
import { revertText } from '../simulation/revert-text.ts'
import type { BatchRun } from './batch-run.ts'

/** The verdict at a block, and what of the chain's answers deserves a word. */
export type OnlineVerdict = {
  readonly verdict: CalldataVerdict
  readonly findings: readonly Finding[]
}

/**
 * Computes the one verdict at a block, last of all: the decoders' own answers, call by call, and how
 * the chain ends the whole batch.
 *
 * A call after the first may meet another chain than that of the block, for calls before it change it:
 * there the run decides. Of the first call the decoder's answer decides alone.
 */
export function onlineVerdictOf(answered: CalldataVerdict, run: BatchRun): OnlineVerdict {
  switch (run.status) {
    case 'unknown': {
      const message = `The node did not run the batch, so the verdict is by the decoders' answers alone: ${run.why}`
      return { verdict: answered, findings: [warning('run_unknown', message, {})] }
    }
    case 'success':
      return afterSuccess(answered)
    case 'reverted':
      return afterRevert(answered, run)
  }
}

function afterSuccess(answered: CalldataVerdict): OnlineVerdict {
  if (answered.verdict === 'proven') return { verdict: answered, findings: [] }
  const [first] = answered.calls
  if (first?.verdict === 'refused') {
    const message =
      'The node runs the batch without an error, although the decoder of its first call refuses at the same block. Believe neither; ask another node.'
    return {
      verdict: answered,
      findings: [{ ...warning('run_contradicts_decoder', message, {}), severity: 'error' }],
    }
  }
  const findings = answered.calls.flatMap((call) => {
    const [reason] = call.reasons
    if (reason === undefined) return []
    const path = call.path.join('.')
    const message = `Call ${path}: the chain permits it after the calls before it. At the block alone: ${reason.message}`
    return [warning('permitted_after_calls', message, { call: path, reason: reason.reason })]
  })
  const calls = answered.calls.map((call): CallVerdict => {
    if (call.verdict === 'proven') return call
    return { ...call, verdict: 'proven', isProofValid: true, reasons: [] }
  })
  const prediction = { certain: null, possible: answered.prediction.possible }
  return { verdict: { ...answered, ok: true, verdict: 'proven', calls, prediction }, findings }
}

function afterRevert(
  answered: CalldataVerdict,
  run: Extract<BatchRun, { status: 'reverted' }>,
): OnlineVerdict {
  const { revert } = run
  const { call, stage } = run.failure ?? { call: null, stage: 'unknown' }
  const text = revertText(revert)
  const isOwnName = revert.name !== null && revert.isOwnName
  const facts = { error: revert.name, isOwnName, data: revert.data, call, stage }
  if (answered.verdict === 'refused') return { verdict: answered, findings: [] }
  const isManagers = revert.name?.startsWith('ManagerWithMerkleVerification__') === true
  const where = call === null ? '' : ` at call ${call}`
  if (stage === 'execution' && !isManagers) {
    const message = `Run at this block, the batch reverts${where}: ${text}. The Manager lets the call through; the call itself fails.`
    return { verdict: answered, findings: [warning('run_reverts', message, facts)] }
  }
  const isOpen = stage === 'unknown' && !isManagers
  const message = isOpen
    ? `Run at this block, the batch reverts${where}: ${text}. Whether a proof or a called contract inside the loan refuses is not known.`
    : `Run at this block, the batch is refused${where}: ${text}.`
  const reason: Refusal = {
    reason: isOpen ? 'run_unclear' : 'run_reverts',
    message,
    facts,
  }
  const verdict = isOpen ? 'unproven' : 'refused'
  const calls = answered.calls.map((one): CallVerdict => {
    if (one.path.length !== 1 || one.path[0] !== (call ?? 0)) return one
    return { ...one, verdict, reasons: [...one.reasons, reason] }
  })
  const worst = worstOf([verdict, ...calls.map((one) => one.verdict)])
  const findings = [{ ...warning('run_reverts', message, facts), severity: 'error' as const }]
  return { verdict: { ...answered, ok: false, verdict: worst, calls }, findings }
}

function warning(code: string, message: string, facts: Finding['facts']): Finding {
  return { code, severity: 'warning', leaf: null, message, facts }
}
