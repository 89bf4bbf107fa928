import type { JudgedTransaction } from '@vaultwright/check'
import type { SvmReason } from '@vaultwright/svm-builder'
import { Button } from '../../part/button.tsx'
import { CopyText } from '../../part/copy-text.tsx'
import { Section } from '../../part/page.tsx'
import { type Tone, Verdict } from '../../part/verdict.tsx'
import styles from '../../style/svm.module.css'
import { reasonWords, svmChannelTextOf } from './svm-channel-text.ts'

const answers = {
  yes: ['good', 'Yes', 'Every call is permitted by a digest, and you compared the message.'],
  no: ['bad', 'No', 'Do not sign this transaction.'],
  incomplete: ['look', 'Incomplete', 'Do not sign yet: what follows is open.'],
} as const satisfies {
  readonly [answer in JudgedTransaction['answer']]: readonly [Tone, string, string]
}

/** The one answer, with every reason, and what signers tell each other. */
export function SvmVerdictSection({ judged }: { readonly judged: JudgedTransaction }) {
  const [tone, word, sentence] = answers[judged.answer]
  return (
    <Section
      title="4 · Verdict"
      actions={
        <>
          <CopyText name="Copy for the signers’ channel" value={svmChannelTextOf(judged)} />
          <Button onClick={() => print()}>Print</Button>
        </>
      }
    >
      <div aria-live="polite" data-testid="verdict" data-answer={judged.answer}>
        <Verdict tone={tone} title={`Verdict: ${word}`}>
          <p className={styles.answer}>{sentence}</p>
        </Verdict>
      </div>
      <ul className={styles.reasons}>
        {judged.reasons.map((reason) => (
          <Reason key={`${reason.code}${reason.index}${reason.message}`} reason={reason} />
        ))}
      </ul>
      <p className={styles.soft}>
        What a digest leaves free is named above and is yours to read: the program checks nothing
        else. A simulation is not part of this verdict.
      </p>
    </Section>
  )
}

const looks = { no: styles.bad, open: styles.look, note: styles.soft } as const

function Reason({ reason: { weight, index, message } }: { readonly reason: SvmReason }) {
  return (
    <li>
      <strong className={looks[weight]}>{reasonWords[weight]}</strong>
      <span>
        {index === null ? '' : `Instruction ${index + 1}: `}
        {message}
      </span>
    </li>
  )
}
