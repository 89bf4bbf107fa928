import { describeInstruction, type SvmDigestFinding } from '@vaultwright/svm-builder'
import { Badge, type Tone } from '../../part/verdict.tsx'
import styles from '../../style/fact.module.css'
import { InstructionView, titleOfInstruction } from './instruction-view.tsx'

const tones = { error: 'bad', warning: 'look', info: undefined } as const satisfies {
  readonly [severity in SvmDigestFinding['severity']]: Tone | undefined
}

/**
 * The findings of a digest, which permits something perhaps not meant: the worst first, each with a
 * call that it lets through.
 */
export function FindingList({ findings }: { readonly findings: readonly SvmDigestFinding[] }) {
  if (findings.length === 0) return null
  return (
    <ul className={styles.findings}>
      {findings.map((finding) => (
        <li key={`${finding.code}${finding.message}`}>
          <FindingBadge severity={finding.severity} code={finding.code} /> {finding.message}{' '}
          <WorstCall finding={finding} />
        </li>
      ))}
    </ul>
  )
}

/** A finding's kind with its severity in a word. */
export function FindingBadge({ severity, code }: Pick<SvmDigestFinding, 'severity' | 'code'>) {
  const tone = tones[severity]
  return (
    <Badge {...(tone === undefined ? {} : { tone })}>
      {severity}: {code.replaceAll('_', ' ')}
    </Badge>
  )
}

/** An unintended call with the same digest. */
function WorstCall({ finding }: { readonly finding: SvmDigestFinding }) {
  const { innerCall, subAccount } = finding.worst
  const description = describeInstruction(innerCall)
  return (
    <details className={styles.more}>
      <summary>A call that it lets through</summary>
      <p>
        {titleOfInstruction(description)}, as sub-account {subAccount}
      </p>
      <InstructionView description={description} label={`the call of ${finding.code}`} />
    </details>
  )
}
