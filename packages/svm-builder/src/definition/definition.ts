import { BaseError, unknownKeyText } from '@vaultwright/base'
import {
  type FileIssue,
  fileReaderOf,
  issueMessage,
  readLocatedText,
  type TextLocation,
} from '@vaultwright/document'
import { definitionProblemsOf } from './definition-problem.ts'
import {
  entryKeys,
  svmDefaults,
  svmDefinitionFile,
  tokenProgramNames,
  type WrittenSvmDefinition,
} from './definition-schema.ts'
import type { SvmDefinition, SvmPermissionEntry, SvmPriorityFee } from './definition-type.ts'

const readFile = fileReaderOf(svmDefinitionFile)

/**
 * Reads the definition of a Solana vault: YAML, or JSON, which is YAML.
 *
 * @throws {SvmDefinitionError} with everything that is wrong, each with its line and column.
 */
export function parseSvmDefinition(text: string): SvmDefinition {
  const { value, locationOf, faults } = readLocatedText(text)
  if (faults.length > 0) throw new SvmDefinitionError(faults)
  const parsed = readFile(value)
  const problems = parsed.ok ? [] : parsed.issues.flatMap(problemsOfIssue)
  if (!parsed.ok) throw new SvmDefinitionError(located(problems, locationOf))
  const definition = definitionOf(parsed.value)
  const unresolved = definitionProblemsOf(definition)
  if (unresolved.length > 0) throw new SvmDefinitionError(located(unresolved, locationOf))
  return definition
}

/** Tells whether a text is meant as the definition of a Solana vault; the text may still be wrong. */
export function isSvmDefinition(text: string): boolean {
  return yamlKind.test(text) || jsonKind.test(text) || flowKind.test(text.slice(0, 500))
}

/** A line of the file itself, in YAML or in JSON of several lines; or in the braces of the first one. */
const yamlKind = /^["']?kind["']?[ \t]*:[ \t]*["']?solana["']?[ \t\r]*(?:#|$)/m
const jsonKind = /^[ \t]*"kind"[ \t]*:[ \t]*"solana"/m
const flowKind = /^\s*\{(?:[^\n{}]*,)?\s*["']?kind["']?\s*:\s*["']?solana["']?\s*[,}]/

function definitionOf(written: WrittenSvmDefinition): SvmDefinition {
  return {
    name: written.name,
    program: written.program ?? svmDefaults.program,
    genesisHash: written.genesis_hash ?? svmDefaults.genesisHash,
    vault: written.vault,
    vaultId: written.vault_id,
    status: written.status ?? svmDefaults.status,
    tokens: Object.entries(written.tokens ?? {}).map(([symbol, token]) => ({
      symbol,
      mint: token.mint,
      decimals: token.decimals,
      program: tokenProgramNames[token.program ?? 'token'],
    })),
    accounts: Object.entries(written.accounts ?? {}).map(([name, address]) => ({ name, address })),
    lookupTables: written.lookup_tables ?? [],
    priorityFee: priorityFeeOf(written.priority_fee),
    permissions: written.permissions.map(entryOf),
  }
}

function priorityFeeOf(written: WrittenSvmDefinition['priority_fee']): SvmPriorityFee | null {
  if (written === undefined) return null
  if (written.kind === 'recent') return { kind: 'recent', cap: written.cap_micro_lamports }
  return { kind: 'fixed', price: written.micro_lamports, cap: written.cap_micro_lamports ?? null }
}

function entryOf(written: WrittenSvmDefinition['permissions'][number]): SvmPermissionEntry {
  const { action, sub_account: subAccount = 0, operators, flags = {} } = written
  const values = Object.entries(written).flatMap(([name, value]) =>
    name in entryKeys ? [] : [[name, listOf(value as string | readonly string[])] as const],
  )
  return {
    route: action,
    subAccounts: listOf(subAccount),
    values: Object.fromEntries(values),
    operators: operators ?? null,
    flags: Object.fromEntries(
      Object.entries(flags).map(([index, { is_signer, is_writable }]) => [
        index,
        { isSigner: is_signer, isWritable: is_writable },
      ]),
    ),
  }
}

function listOf<Value extends string | number>(value: Value | readonly Value[]): readonly Value[] {
  return typeof value === 'object' ? value : [value]
}

/** Something that is wrong with a part of a definition. */
type DefinitionProblemAt = { readonly path: readonly PropertyKey[]; readonly message: string }

/** A problem in words, with its place in the file. */
type SvmDefinitionProblem = Partial<TextLocation> & { readonly message: string }

function located(
  problems: readonly DefinitionProblemAt[],
  locationOf: (path: readonly PropertyKey[]) => TextLocation,
): readonly SvmDefinitionProblem[] {
  return problems.map(({ path, message }) => ({
    ...locationOf(path),
    message: `${pathText(path)} ${message}`,
  }))
}

function problemsOfIssue(issue: FileIssue): readonly DefinitionProblemAt[] {
  const { path, rule, ownMessage } = issue
  if (rule.kind === 'unknown_keys') {
    return rule.keys.map((key) => ({
      path: [...path, key],
      message: unknownKeyText(key, rule.known),
    }))
  }
  if (rule.kind === 'union' && ownMessage === null && rule.choices[0] !== undefined) {
    return rule.choices[0].flatMap((inner) =>
      problemsOfIssue({ ...inner, path: [...path, ...inner.path] }),
    )
  }
  return [{ path, message: issueText(issue) }]
}

function issueText(issue: FileIssue): string {
  const { rule, ownMessage } = issue
  if (rule.kind === 'key') return rule.issues[0] ? issueMessage(rule.issues[0]) : 'cannot be a name'
  if (rule.kind === 'type') {
    if (rule.received === 'undefined') return 'is missing'
    return ownMessage ?? `must be of type ${rule.expected}`
  }
  if (rule.kind === 'limit' && ownMessage === null) return `must ${rule.limit.wanted}`
  if (rule.kind === 'value' && ownMessage === null) return `must be ${rule.values.join(' or ')}`
  return issueMessage(issue)
}

function pathText(path: readonly PropertyKey[]): string {
  const text = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
  return text === '' ? 'The definition' : text.replace(/^\./, '')
}

/** More cannot be corrected at once. */
const maxProblems = 100

/** The text is not the definition of a Solana vault. */
export class SvmDefinitionError extends BaseError {
  override readonly code = 'svm_definition'
  override readonly kind = 'invalid_input'
  readonly problems: readonly SvmDefinitionProblem[]

  constructor(all: readonly SvmDefinitionProblem[]) {
    const problems = all.slice(0, maxProblems).map((problem) => ({
      ...problem,
      message:
        problem.message.length > 500 ? `${problem.message.slice(0, 497)}...` : problem.message,
    }))
    const lines = problems.map(({ line, column, message }) =>
      line === undefined ? message : `line ${line}, column ${column}: ${message}`,
    )
    super({
      message: `The definition of a Solana vault is not as it must be. Correct ${lines.join('; ')}.`,
      facts: { problems },
    })
    this.problems = problems
  }
}
