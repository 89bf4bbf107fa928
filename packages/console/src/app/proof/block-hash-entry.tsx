import { useId } from 'react'
import parts from '../part/part.module.css'
import { Tick } from '../part/text/field.tsx'
import styles from './proof.module.css'
import { groupsOf, type TypedHash, typedHashOf } from './typed-hash.ts'

/**
 * Takes the hash of a block, typed or pasted, and shows it in groups of four. It is never filled in: all
 * that is proven rests on where the hash comes from.
 */
export function BlockHashEntry(props: {
  /** The name of the field: `Hash of block 20000000`. */
  readonly name: string
  readonly typed: TypedHash
  readonly setTyped: (typed: TypedHash) => void
  /** A hint at a source. */
  readonly sourceHint?: string
}) {
  const { name, typed, setTyped } = props
  const { sourceHint = 'an explorer on another device, or your own node' } = props
  const id = useId()
  const { text, digits, problem, hash, isFromElsewhere } = typed
  const count = `${digits.length} of 64 digits`
  return (
    <div className={styles.entry}>
      <div className={parts.field}>
        <label htmlFor={id}>{name}</label>
        <small id={`${id}-hint`}>
          Type or paste it from {sourceHint}. It is not filled in here: what is proven is worth as
          much as its source.
        </small>
        <input
          id={id}
          className={`${parts.input} mono`}
          value={text}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          aria-invalid={problem !== null}
          aria-describedby={`${id}-hint ${id}-state`}
          onChange={(event) => {
            // Where a hash is from is said of that one: the tick falls with every other.
            const next = typedHashOf(event.target.value, false)
            setTyped(typedHashOf(next.text, isFromElsewhere && next.digits === digits))
          }}
        />
      </div>
      <div className={styles.groups} aria-hidden="true">
        {groupsOf(digits.slice(0, 64).padEnd(64, '·')).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups are their place
          <code key={index}>{group}</code>
        ))}
      </div>
      <p id={`${id}-state`} className={problem === null ? 'soft' : 'problem'} role="status">
        {problem ?? (hash === null ? count : 'Whole: compare the groups with your source.')}
      </p>
      <Tick isTicked={isFromElsewhere} change={(isTicked) => setTyped(typedHashOf(text, isTicked))}>
        I read this hash elsewhere: neither in this page nor in what brought the file
      </Tick>
    </div>
  )
}
