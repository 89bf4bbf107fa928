import parts from '../../part/part.module.css'
import styles from './finding.module.css'

/** Slots that are linked before the others are counted. */
const maxLinks = 8

/** Leads to the leaves of slots. */
export function SlotLinks(props: {
  readonly slots: readonly number[]
  readonly show: (slot: number) => void
}) {
  const { slots, show } = props
  if (slots.length === 0) return null
  const remainder = slots.length - maxLinks
  return (
    <p className={styles.slots}>
      {slots.slice(0, maxLinks).map((slot) => (
        <button key={slot} type="button" className={parts.link} onClick={() => show(slot)}>
          Slot {slot}
        </button>
      ))}
      {remainder > 0 ? (
        <span className="soft">and {remainder.toLocaleString('en')} more</span>
      ) : null}
    </p>
  )
}
