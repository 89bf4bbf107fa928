/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A variable that cannot be used. Its value is not said: it may be a secret. */
export type EnvProblem = { readonly name: string; readonly rule: string }

/** Reads variables, and notes those that cannot be used. */
export type EnvReader = {
  /** Every name that was asked for so far. */
  readonly names: ReadonlySet<string>
  readonly problems: readonly EnvProblem[]
  /** The text, without spaces around it; null when there is none. */
  readonly text: (name: string) => string | null
  /** A whole number within a range; null when there is none. */
  readonly integer: (name: string, range: readonly [number, number]) => number | null
  /** One of a few words, of which the first is the default. */
  readonly choice: <Word extends string>(name: string, words: readonly [Word, ...Word[]]) => Word
  /** The result of `parse`; null if the text is absent or has another form. */
  readonly parsed: <Value>(
    name: string,
    rule: string,
    parse: (text: string) => Value | null,
  ) => Value | null
  /** Notes a variable that cannot be used for a reason beside its own text. */
  readonly refuse: (name: string, rule: string) => void
}

/**
 * Makes a reader of variables.
 *
 * @param variables - names and values; an empty value counts as missing.
 */
export function openEnvReader(variables: Environment): EnvReader {
  const problems: EnvProblem[] = []
  const names = new Set<string>()
  const text = (name: string): string | null => {
    names.add(name)
    return variables[name]?.trim() || null
  }
  const parsed: EnvReader['parsed'] = (name, rule, parse) => {
    const content = text(name)
    if (content === null) return null
    const value = parse(content)
    if (value === null) problems.push({ name, rule })
    return value
  }
  return {
    names,
    problems,
    text,
    parsed,
    refuse: (name, rule) => problems.push({ name, rule }),
    integer: (name, [minimum, most]) =>
      parsed(name, `a whole number from ${minimum} to ${most}`, (given) => {
        const value = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN
        return value >= minimum && value <= most ? value : null
      }),
    choice: (name, words) =>
      parsed(
        name,
        `one of ${words.join(', ')}`,
        (given) => words.find((word) => word === given) ?? null,
      ) ?? words[0],
  }
}

/**
 * Tells whether a text is a URL.
 *
 * @param protocols - those that it may have, as in `https:`.
 */
export function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol)
}
