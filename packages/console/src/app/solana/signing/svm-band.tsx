import { type JudgedTransaction, svmVerdict } from '@vaultwright/check'
import { AnswerBand } from '../../part/band/answer-band.tsx'
import { ReasonList } from '../../part/band/reason-list.tsx'
import { Button } from '../../part/button.tsx'
import { CopyText } from '../../part/copy-text.tsx'
import { Section } from '../../part/page.tsx'
import parts from '../../part/part.module.css'
import { instructionLines } from '../part/instruction-line.ts'
import { svmChannelTextOf } from './svm-channel-text.ts'

/** Should you sign this? */
export function SvmBand({ judged }: { readonly judged: JudgedTransaction }) {
  const verdict = svmVerdict(judged)
  const { instructions, signerCount, feeText, lifetime, isNonce, messageHash } = judged
  const open = verdict.reasons.filter(({ weight }) => weight === 'open').length
  const conditions = {
    yes: 'you compared the message hash',
    conditional: 'each amber line is so, and is meant',
    no: 'Reject it, and tell the others on another channel',
    open: open === 1 ? '1 check is missing' : `${open} checks are missing`,
  }
  return (
    <AnswerBand
      question="Should you sign this?"
      verdict={verdict}
      condition={conditions[verdict.answer]}
      meta={<span>Solana</span>}
      lines={instructionLines(instructions)}
      facts={[
        {
          name: 'Must sign',
          values: [signerCount === 1 ? '1 account' : `${signerCount} accounts`],
        },
        { name: 'Fee at most', values: [feeText] },
        {
          name: isNonce ? 'Durable nonce' : 'Blockhash',
          values: [
            lifetime === null ? 'Not known' : isNonce ? 'does not expire' : 'about a minute',
          ],
        },
      ]}
      seals={[]}
      contentHash={messageHash}
    />
  )
}

/** Every reason of the answer, and what signers tell each other. */
export function SvmWhySection({ judged }: { readonly judged: JudgedTransaction }) {
  return (
    <Section
      title="Why this answer"
      actions={
        <>
          <CopyText name="Copy for the signers’ channel" value={svmChannelTextOf(judged)} />
          <Button onClick={() => print()}>Print</Button>
        </>
      }
    >
      <div className={`sheet ${parts.card}`}>
        <ReasonList reasons={svmVerdict(judged).reasons} />
        <p className="soft">
          What a digest leaves free is named above and is yours to read: the program checks nothing
          else. A simulation is not part of this answer.
        </p>
      </div>
    </Section>
  )
}
