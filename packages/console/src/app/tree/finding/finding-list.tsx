import type { Finding } from '@vaultwright/base'
import { useState } from 'react'
import { Button } from '../../part/button.tsx'
import { Empty } from '../../part/state.tsx'
import { Badge } from '../../part/verdict.tsx'
import styles from './finding.module.css'
import { type FindingGroup, groupFindings, maxAlike, slotsOfFinding } from './finding-group.ts'
import { SlotLinks } from './slot-links.tsx'

const tones = { error: 'bad', warning: 'look', info: undefined } as const

/** Findings shown at a time of one code. */
const shownAtOnce = 100

/** The findings for a reviewer, the worst first; more than a few alike are folded. */
export function FindingList(props: {
  /** In the order of `orderFindings`. */
  readonly findings: readonly Finding[]
  /** The number of the chosen one, from 1; null without one. */
  readonly chosen: number | null
  readonly show: (slot: number) => void
  /** The text in place of an empty list. */
  readonly nothing: string
}) {
  const { findings, chosen, show, nothing } = props
  if (findings.length === 0) return <Empty>{nothing}</Empty>
  return (
    <ul className={`sheet ${styles.findings}`} aria-label="Findings">
      {groupFindings(findings).map((group) => (
        <Group key={`${group.severity} ${group.code}`} group={group} chosen={chosen} show={show} />
      ))}
    </ul>
  )
}

function Group(props: {
  readonly group: FindingGroup
  readonly chosen: number | null
  readonly show: (slot: number) => void
}) {
  const { group, chosen, show } = props
  const { findings, first, code, severity } = group
  const [count, setCount] = useState(shownAtOnce)
  const tone = tones[severity]
  const head = (
    <>
      <Badge {...(tone === undefined ? {} : { tone })}>{severity}</Badge>{' '}
      <strong>{code.replaceAll('_', ' ')}</strong>{' '}
      <span className="soft">
        {findings.length === 1 ? '1 finding' : `${findings.length.toLocaleString('en')} findings`}
      </span>
    </>
  )
  const position = chosen === null ? -1 : chosen - first
  const holdsChosen = position >= 0 && position < findings.length
  const shown = holdsChosen ? Math.max(count, position + 1) : count
  const items = (
    <ul>
      {findings.slice(0, shown).map((finding, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a finding is its number
          key={index}
          className={index === position ? styles.chosen : ''}
          aria-current={index === position ? 'true' : undefined}
        >
          <p>{finding.message}</p>
          <SlotLinks slots={slotsOfFinding(finding)} show={show} />
        </li>
      ))}
      {shown < findings.length ? (
        <li>
          <Button onClick={() => setCount(shown + shownAtOnce)}>
            Show more of {findings.length.toLocaleString('en')}
          </Button>
        </li>
      ) : null}
    </ul>
  )
  if (findings.length <= maxAlike)
    return (
      <li className={styles.group}>
        <p className={styles.title}>{head}</p>
        {items}
      </li>
    )
  return (
    <li className={styles.group}>
      <details open={holdsChosen || undefined}>
        <summary className={styles.title}>{head}</summary>
        {items}
      </details>
    </li>
  )
}
