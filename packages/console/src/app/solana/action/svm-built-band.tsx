import { type SvmBuiltCheck, svmBuiltVerdict } from '@vaultwright/check'
import type { SvmExecuteMultipleResponse } from '@vaultwright/wire'
import { AnswerBand } from '../../part/band/answer-band.tsx'
import { ReasonList } from '../../part/band/reason-list.tsx'
import parts from '../../part/part.module.css'
import { instructionLines } from '../part/instruction-line.ts'

const conditions = {
  yes: 'built again here, it is what you asked for',
  conditional: 'each amber line is so, and is meant',
  no: 'Do not sign this',
  open: 'Not all can be checked here',
} as const

/** Is it ready to hand over? */
export function SvmBuiltBand(props: {
  readonly check: SvmBuiltCheck
  readonly answer: SvmExecuteMultipleResponse
}) {
  const { check, answer } = props
  const { judged, isProven } = check
  const warnings = answer.action_api_response.flatMap((report) =>
    report.warnings.map(({ message }) => message),
  )
  const verdict = svmBuiltVerdict(check, warnings)
  return (
    <>
      <AnswerBand
        question="Is it ready to hand over?"
        verdict={verdict}
        condition={conditions[verdict.answer]}
        meta={<span>Solana</span>}
        lines={judged === null ? ['Not a transaction'] : instructionLines(judged.instructions)}
        facts={[]}
        seals={[
          { text: 'the same message, built again here', isOpen: !isProven },
          { text: 'accounts as stated by the service', isOpen: true },
        ]}
        contentHash={judged?.messageHash ?? null}
        isArriving
      />
      {verdict.reasons.length === 0 ? null : (
        <div className={`sheet ${parts.card}`}>
          <ReasonList reasons={verdict.reasons} />
        </div>
      )}
    </>
  )
}
