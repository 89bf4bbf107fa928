import { BaseError, nearestOf, unknownKeyText } from '@vaultwright/base'
import {
  type FileIssue,
  fileReaderOf,
  issueMessage,
  isUnquoted,
  readLocatedText,
  type TextLocation,
  unquoted,
} from '@vaultwright/document'
import { chainOf } from '@vaultwright/registry'
import {
  type ChainDefinition,
  definitionFile,
  type StrategistDefinition,
} from '../schema/definition-schema.ts'
import { swapProblemsOf } from './swap-policy.ts'

/** A vault's permissions: its accounts on each chain, and what each strategist may do. */
export type Definition = {
  /** The vault's name for people. */
  readonly name: string
  /** In the order of the file. */
  readonly chains: readonly ChainDefinition[]
  /** The place of a part in the file; null for a definition that is not a file. */
  readonly locationOf: (path: DefinitionPath) => TextLocation | null
}

/** The keys that lead to a part of a definition: `chains`, `mainnet`, `vault`. */
export type DefinitionPath = readonly PropertyKey[]

/** Something that is wrong with a part of a definition. */
export type DefinitionProblem = {
  readonly path: DefinitionPath
  /** The problem, after the name of the part: `is not a chain that is known`. */
  readonly message: string
}

const readFile = fileReaderOf(definitionFile)

/**
 * Reads a definition: YAML, or JSON, which is YAML.
 *
 * @returns the definition; names in it are not resolved yet.
 * @throws {DefinitionFileError} for text that is not YAML, unknown keys and values of another shape, all at once.
 */
export function parseDefinition(text: string): Definition {
  const { value, locationOf, faults } = readLocatedText(text)
  if (faults.length > 0) throw new DefinitionFileError(faults)
  return definitionOf(value, locationOf)
}

/**
 * Reads a definition that is a value already.
 *
 * @throws {DefinitionFileError} for unknown keys and values of another shape, all at once.
 */
export function definitionOf(value: unknown, locationOf: Definition['locationOf']): Definition {
  const parsed = readFile(value)
  if (parsed.ok) {
    const problems = parsed.value.chains.flatMap(swapProblemsOf).slice(0, maxProblems)
    if (problems.length === 0) return { ...parsed.value, locationOf }
    throw new DefinitionFileError(problems.map((problem) => locateProblem(problem, locationOf)))
  }
  const problems: DefinitionProblem[] = []
  for (const issue of parsed.issues) {
    if (problems.length >= maxProblems) break
    problems.push(...problemsOf(issue).slice(0, maxProblems - problems.length))
  }
  throw new DefinitionFileError(problems.map((problem) => locateProblem(problem, locationOf)))
}

/**
 * Finds a chain of a definition.
 *
 * @param key - slug or id, as in `mainnet` or 1.
 * @throws {MissingPartError} when it is not there.
 */
export function chainIn(definition: Definition, key: string | number): ChainDefinition {
  const id = chainOf(typeof key === 'string' && /^\d+$/.test(key) ? Number(key) : key)?.id
  const match = definition.chains.find(({ chain }) => chain.id === id)
  if (match !== undefined) return match
  const names = definition.chains.map(({ chain }) => chain.slug)
  throw new MissingPartError('chain', String(key), names)
}

/**
 * Finds a strategist of a chain.
 *
 * @throws {MissingPartError} when it is not there.
 */
export function strategistIn(chain: ChainDefinition, name: string): StrategistDefinition {
  const match = chain.strategists.find((one) => one.name === name)
  if (match !== undefined) return match
  const names = chain.strategists.map((one) => one.name)
  throw new MissingPartError('strategist', name, names)
}

/** A problem in words, with its place. */
export type LocatedProblem = Partial<TextLocation> & { readonly message: string }

/** Puts a problem into words, with the line that it stands on. */
export function locateProblem(
  { path, message }: DefinitionProblem,
  locationOf: Definition['locationOf'],
): LocatedProblem {
  return { ...locationOf(path), message: `${pathText(path)} ${message}` }
}

/** Tells problems one after the other. */
export function problemText(problems: readonly LocatedProblem[]): string {
  return problems
    .map(({ line, column, message }) =>
      line === undefined ? message : `line ${line}, column ${column}: ${message}`,
    )
    .join('; ')
}

/** Asks for every problem to be corrected, as one sentence. */
export function correctionText(problems: readonly LocatedProblem[]): string {
  const text = problemText(problems)
  return `Correct ${text}${text.endsWith('?') ? '' : '.'}`
}

function problemsOf(issue: FileIssue): readonly DefinitionProblem[] {
  const { path, rule, ownMessage } = issue
  if (rule.kind === 'unknown_keys') {
    const keys = rule.keys.slice(0, maxProblems)
    return keys.map((key) => ({
      path: [...path, key],
      message: unknownKeyText(key, rule.known),
    }))
  }
  if (rule.kind === 'union' && rule.choices.length > 0) {
    // The branch that came furthest tells most.
    const depth = (issues: readonly FileIssue[]) => issues[0]?.path.length ?? 0
    const best = [...rule.choices].sort((one, other) => depth(other) - depth(one))[0]!
    if (depth(best) > 0 || ownMessage === null) {
      return best.flatMap((inner) => problemsOf({ ...inner, path: [...path, ...inner.path] }))
    }
  }
  return [{ path, message: issueText(issue) }]
}

function issueText(issue: FileIssue): string {
  const { rule, ownMessage } = issue
  if (rule.kind === 'key') return rule.issues[0] ? issueMessage(rule.issues[0]) : 'cannot be a name'
  if (rule.kind === 'type') {
    if (rule.received === 'undefined') return 'is missing'
    return isUnquoted(rule) ? unquoted : `must be of type ${rule.expected}`
  }
  if (rule.kind === 'value') return `must be ${rule.values.join(' or ')}`
  return rule.kind === 'limit' && ownMessage === null
    ? `must ${rule.limit.wanted}`
    : issueMessage(issue)
}

function pathText(path: DefinitionPath): string {
  const text = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
  return text === '' ? 'The definition' : text.replace(/^\./, '')
}

/** More cannot be corrected at once, and a text of some megabytes may be wrong everywhere. */
const maxProblems = 100

/** Parsers quote what they do not understand, which may be all of the text. */
function shortenProblem(problem: LocatedProblem): LocatedProblem {
  const { message } = problem
  return message.length > 500 ? { ...problem, message: `${message.slice(0, 497)}...` } : problem
}

/** A definition is not of the shape that one must have. */
export class DefinitionFileError extends BaseError {
  override readonly code = 'definition_file'
  override readonly kind = 'invalid_input'

  constructor(all: readonly LocatedProblem[]) {
    const problems = all.slice(0, maxProblems).map(shortenProblem)
    super({
      message: `The definition is not as it must be. ${correctionText(problems)}`,
      facts: { problems: problems.map((problem) => ({ ...problem })) },
    })
  }
}

/** A definition does not have the chain or the strategist that is asked for. */
export class MissingPartError extends BaseError {
  override readonly code = 'missing_part'
  override readonly kind = 'invalid_input'

  constructor(what: string, name: string, names: readonly string[]) {
    const near = nearestOf(name, names)
    const hint = near === null ? `It has ${names.join(', ') || 'none'}.` : `Did you mean ${near}?`
    super({
      message: `The definition has no ${what} ${JSON.stringify(name)}. ${hint}`,
      facts: { what, name, names: [...names], near },
    })
  }
}
