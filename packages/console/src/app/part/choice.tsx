import styles from './choice.module.css'

/** A few options side by side, of which one is chosen. */
export function Choice<Option extends string>(props: {
  readonly name: string
  /** Words by option, in their order. */
  readonly options: Readonly<Record<Option, string>>
  readonly chosen: Option
  readonly choose: (option: Option) => void
}) {
  const { name, options, chosen, choose } = props
  return (
    <fieldset className={styles.choice}>
      <legend className="hidden">{name}</legend>
      {(Object.keys(options) as Option[]).map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === chosen}
          onClick={() => choose(option)}
        >
          {options[option]}
        </button>
      ))}
    </fieldset>
  )
}
