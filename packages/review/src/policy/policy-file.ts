import { BaseError, unknownKeyText } from '@vaultwright/base'
import {
  type FileIssue,
  issueMessage,
  isUnquoted,
  jsonSchemaOf,
  readLocatedText,
  type TextLocation,
  unquoted,
} from '@vaultwright/document'
import { type Policy, policyShape, readPolicy } from './policy-schema.ts'

/**
 * Reads a policy: YAML, or JSON, which is YAML.
 *
 * @returns the policy, with severities and empty lists filled in.
 * @throws {PolicyFileError} for text that is not YAML, unknown keys and values of another shape, all at once.
 */
export function parsePolicy(text: string): Policy {
  const placed = readLocatedText(text)
  if (placed.faults.length > 0) throw new PolicyFileError(placed.faults)
  const parsed = readPolicy(placed.value)
  if (parsed.ok) return parsed.value
  const problems = parsed.issues.flatMap((issue) => {
    const keys = issue.rule.kind === 'unknown_keys' ? issue.rule.keys : [null]
    return keys.map((key) => {
      const path = key === null ? issue.path : [...issue.path, key]
      return { ...placed.locationOf(path), message: `${pathText(path)} ${issueText(issue, key)}` }
    })
  })
  throw new PolicyFileError(problems)
}

/**
 * Describes the file of a policy for editors.
 *
 * @returns its JSON Schema, draft 2020-12.
 */
export function policySchema(): { readonly [key: string]: unknown } {
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  return { title: 'Vaultwright policy', $schema, ...jsonSchemaOf(policyShape) }
}

function issueText(issue: FileIssue, key: string | null): string {
  const { rule } = issue
  if (key !== null && rule.kind === 'unknown_keys') {
    return unknownKeyText(key, rule.known, 'of a policy')
  }
  if (rule.kind === 'type') return isUnquoted(rule) ? unquoted : `must be of type ${rule.expected}`
  if (rule.kind === 'value') {
    const prefix = rule.values.length === 1 ? '' : 'one of '
    return `must be ${prefix}${rule.values.join(', ')}`
  }
  return rule.kind === 'limit' && rule.limit.of === 'number'
    ? `must ${rule.limit.wanted}`
    : issueMessage(issue)
}

function pathText(path: readonly PropertyKey[]): string {
  const text = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
  return text === '' ? 'The policy' : text.replace(/^\./, '')
}

/** The number of problems the sentence spells out; the facts hold them all. */
const shown = 8

/** A policy file cannot be read. */
export class PolicyFileError extends BaseError {
  override readonly code = 'policy_file'
  override readonly kind = 'invalid_input'

  constructor(problems: readonly (TextLocation & { readonly message: string })[]) {
    const places = problems.map(
      ({ line, column, message }) => `line ${line}, column ${column}: ${message}`,
    )
    const remainder = places.length > shown ? `; and ${places.length - shown} more` : ''
    super({
      message: `The policy file is not as it must be. Correct ${places.slice(0, shown).join('; ')}${remainder}.`,
      facts: { problems: problems.map(({ line, column, message }) => ({ line, column, message })) },
    })
  }
}
