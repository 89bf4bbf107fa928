import type { JudgedDigest, JudgedInstruction, JudgedTransaction } from '@vaultwright/check'
import type { SvmInstructionDescription } from '@vaultwright/svm-builder'
import { Hash } from '../../part/hash.tsx'
import { Section } from '../../part/page.tsx'
import { Term } from '../../part/text/term.tsx'
import { Badge, type Tone } from '../../part/verdict.tsx'
import styles from '../../style/fact.module.css'
import { FindingList } from './finding-list.tsx'
import { InstructionView, titleOfInstruction } from './instruction-view.tsx'
import { operatorText } from './operator-text.ts'

/** Every instruction of a transaction, decoded; each digest computed again. */
export function InstructionList(props: {
  readonly title: string
  readonly judged: JudgedTransaction
}) {
  const { title, judged } = props
  return (
    <Section title={title}>
      <ol className={styles.list}>
        {judged.instructions.map((instruction) => (
          <li key={instruction.index} className={`sheet ${styles.item}`}>
            <InstructionItem instruction={instruction} />
          </li>
        ))}
      </ol>
    </Section>
  )
}

function InstructionItem({ instruction }: { readonly instruction: JudgedInstruction }) {
  const { index, description, digest, reasons } = instruction
  return (
    <>
      <h3>
        <span>
          {index + 1}. {titleOfInstruction(description)}
        </span>
        {digest === null ? null : <DigestBadge status={digest.status} />}
      </h3>
      {digest === null ? (
        <p className="soft">Not a call of the vault: no digest checks it.</p>
      ) : (
        <p className="soft">The vault makes this call as sub-account {digest.subAccount}.</p>
      )}
      <InstructionView
        description={description}
        label={`instruction ${index + 1}`}
        isOpen={digest !== null}
      />
      {digest === null ? null : <DigestFacts digest={digest} description={description} />}
      {reasons.map(({ code, weight, message }) => (
        <p
          key={`${code}${message}`}
          className={weight === 'no' ? styles.bad : weight === 'open' ? styles.look : 'soft'}
        >
          {message}
        </p>
      ))}
    </>
  )
}

const digestStatuses = {
  permitted: ['good', 'the digest is the same'],
  refused: ['bad', 'not permitted'],
  unknown: ['look', 'cannot say'],
} as const satisfies { readonly [status in JudgedDigest['status']]: readonly [Tone, string] }

/** The answer whether a digest permits its call. */
function DigestBadge({ status }: { readonly status: JudgedDigest['status'] }) {
  const [tone, words] = digestStatuses[status]
  return <Badge tone={tone}>{words}</Badge>
}

function DigestFacts(props: {
  readonly digest: JudgedDigest
  readonly description: SvmInstructionDescription
}) {
  const { digest, description } = props
  const { digestHex, digestAddress, operators, free, findings } = digest
  const names = description.accounts.map(({ name }) => name)
  return (
    <>
      <dl className={styles.terms}>
        <Term name="Digest, computed here">
          {digestHex === null ? 'not without the stored operators' : <Hash value={digestHex} />}
        </Term>
        <Term name="Digest account">
          <Hash value={digestAddress} />
        </Term>
        <Term name="Pinned">
          {operators === null
            ? 'not known'
            : operators.length === 0
              ? 'the program alone'
              : `the program, ${operators.map((each) => operatorText(each, names)).join(', ')}`}
        </Term>
        <Term name="Free">
          {operators === null ? 'not known' : free.length === 0 ? 'nothing' : free.join(', ')}
        </Term>
      </dl>
      <FindingList findings={findings} />
    </>
  )
}
