/** A rule of a schema that a value breaks. */
export type FileRule =
  | { readonly kind: 'type'; readonly expected: string; readonly received: string }
  | { readonly kind: 'value'; readonly values: readonly (string | number)[] }
  | { readonly kind: 'limit'; readonly limit: FileLimit }
  | { readonly kind: 'pattern'; readonly pattern: string }
  /** Keys that the schema does not have, and those that it has. */
  | {
      readonly kind: 'unknown_keys'
      readonly keys: readonly string[]
      readonly known: readonly string[]
    }
  /** Problems of the name of a key, rather than of its value. */
  | { readonly kind: 'key'; readonly issues: readonly FileIssue[] }
  /** The problems of each choice; empty if no choice applies. */
  | { readonly kind: 'union'; readonly choices: readonly (readonly FileIssue[])[] }
  | { readonly kind: 'other' }

/** A bound that a number or a length breaks: `to be >=0`, `to have <=6 items`. */
export type FileLimit = {
  readonly isTooSmall: boolean
  /** `number`, `int`, `string` or `array`. */
  readonly of: string
  /** The condition of the value, after `must`: `be >=0`. */
  readonly wanted: string
}

/** Something in the value of a file that its schema does not permit. */
export type FileIssue = {
  /** The keys and places that lead to it. */
  readonly path: readonly (string | number)[]
  readonly rule: FileRule
  /** The schema's own `errorMessage`; null if it has none. */
  readonly ownMessage: string | null
}

/** The problem of a text without quotes that reads as a number. */
export const unquoted = 'is read as a number, and must be a text: put it in quotes'

/** True if a number stands where a text must, as tools write addresses without quotes. */
export function isUnquoted(rule: FileRule): boolean {
  return rule.kind === 'type' && rule.expected === 'string' && numeric.has(rule.received)
}

const numeric: ReadonlySet<string> = new Set(['number', 'int', 'integer', 'bigint'])

/** Says what is wrong: the schema's own words, or a sentence made of the rule. */
export function issueMessage({ rule, ownMessage }: FileIssue): string {
  if (ownMessage !== null) return ownMessage
  switch (rule.kind) {
    case 'type':
      return `Invalid input: expected ${rule.expected}, received ${rule.received}`
    case 'value':
      return rule.values.length === 1
        ? `Invalid input: expected ${JSON.stringify(rule.values[0])}`
        : `Invalid option: expected one of ${rule.values.map((value) => JSON.stringify(value)).join('|')}`
    case 'limit':
      return `Too ${rule.limit.isTooSmall ? 'small' : 'big'}: expected ${rule.limit.of} to ${rule.limit.wanted}`
    case 'pattern':
      return `Invalid string: must match pattern ${new RegExp(rule.pattern)}`
    case 'unknown_keys': {
      const keys = rule.keys.map((key) => JSON.stringify(key)).join(', ')
      return `Unrecognized key${rule.keys.length > 1 ? 's' : ''}: ${keys}`
    }
    case 'key':
      return (
        rule.issues.find(({ ownMessage: own }) => own !== null)?.ownMessage ??
        'Invalid key in record'
      )
    default:
      return 'Invalid input'
  }
}
