import { escapeInvisible } from '@vaultwright/base'
import type { AnswerReason } from '@vaultwright/check'
import { Section } from '../page.tsx'
import parts from '../part.module.css'
import { weightWords } from './answer-word.ts'
import styles from './band.module.css'
import { Icon } from './icon.tsx'

const marks = {
  no: ['bad', 'no'],
  open: ['look', 'open'],
  condition: ['look', 'look'],
  note: ['note', 'note'],
} as const

/** Every reason, worst first. */
export function ReasonList({ reasons }: { readonly reasons: readonly AnswerReason[] }) {
  if (reasons.length === 0) return <p className={styles.then}>Nothing speaks against it.</p>
  return (
    <ul className={styles.why}>
      {reasons.map(({ code, weight, message }) => {
        const [tone, icon] = marks[weight]
        return (
          <li key={code + message} data-tone={tone}>
            <Icon name={icon} />
            <span>
              <strong>{weightWords[weight]}</strong> {escapeInvisible(message)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** The section below a band with every reason; nothing where there are none. */
export function ReasonSection({ reasons }: { readonly reasons: readonly AnswerReason[] }) {
  if (reasons.length === 0) return null
  return (
    <Section title="Why this answer">
      <div className={`sheet ${parts.card}`}>
        <ReasonList reasons={reasons} />
      </div>
    </Section>
  )
}
