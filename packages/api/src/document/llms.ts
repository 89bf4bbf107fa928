import { purpose } from '@vaultwright/base'
import type { Operation } from '@vaultwright/wire'
import { type DocumentSource, guide } from './openapi.ts'
import { type TagName, tagOf } from './operation-object.ts'

/**
 * Makes the guide for language models: plain Markdown, short, without what the document says in full.
 */
export function llmsTextOf({ operations, publicUrl, version }: DocumentSource): string {
  const base = publicUrl ?? ''
  const entries = Object.entries(operations)
  const areas = [...new Set(entries.map(([, operation]) => tagOf(operation)))]
  const shared = sharedCodesOf(entries.map(([, operation]) => operation))
  return [
    '# Vaultwright',
    `> ${purpose} Over HTTP: calldata with merkle proofs, and the data of a tenant’s vaults. Nothing is sent here, and nothing is signed but proposals to the queue of a Safe, by a delegate’s key that the operator sets.`,
    `Interface version ${version}. In full, with every schema: [OpenAPI 3.1](${base}/openapi.json). For people: [documentation](${base}/docs).`,
    guide.trim(),
    `Errors of several operations: ${codesText([...shared])}. The least role is \`viewer\` where none is named; lists take \`cursor\`, and most \`page_size\`. What an operation does is said in a clause here, and in full in OpenAPI.`,
    ...areas.map((area) => sectionOf(area, entries, shared)),
    '## Never',
    '- Never sign calldata that you have not decoded and simulated yourself.\n- Never send it from another address than the strategist of the request, nor with a value.\n- Never build a cursor, and never send one with another query.\n- Never take null for zero.\n- Never change the letter case of an address of Solana.',
  ].join('\n\n')
}

/** The first clause, or its long part, says what an operation is for; which vaults it is for, and what its path takes, must not be missed. */
const clause = /^[^.:;]{1,50}[^.:;,]*/
const needed = / (Only on [^.]+|`tail` is [^.]+)\./g

function purposeOf(description: string): string {
  const [first = description] = clause.exec(description) ?? []
  return [`${first}.`, ...(description.match(needed) ?? [])].join('')
}

/** Errors of several operations, which stand once. */
function sharedCodesOf(operations: readonly Operation[]): ReadonlySet<string> {
  const codes = operations.flatMap(codesOf)
  return new Set(codes.filter((code) => codes.filter((one) => one === code).length > 1))
}

function codesOf({ failures }: Operation): readonly string[] {
  return [...new Set(failures.flatMap(({ code }) => code ?? []))]
}

const codesText = (codes: readonly string[]) => codes.map((code) => `\`${code}\``).join(', ')

function sectionOf(
  area: TagName,
  entries: readonly (readonly [string, Operation])[],
  shared: ReadonlySet<string>,
): string {
  const lines = entries
    .filter(([, operation]) => tagOf(operation) === area)
    .map(([, operation]) => lineOf(operation, shared))
  return `## ${area}\n\n${lines.join('\n')}`
}

const pageFields: readonly string[] = ['cursor', 'page_size']

function lineOf(operation: Operation, shared: ReadonlySet<string>): string {
  const { method, path, description, role, deprecation } = operation
  const fields = operation.query === null ? [] : Object.keys(operation.query.properties)
  const query = fields.filter((field) => !pageFields.includes(field))
  const asks = query.length > 0 ? `?${query.join('&')}` : ''
  const codes = codesOf(operation).filter((code) => !shared.has(code))
  const fails = codes.length > 0 ? ` Errors: ${codesText(codes)}.` : ''
  const going = deprecation === undefined ? '' : ` Deprecated: use \`${deprecation.replacement}\`.`
  const who = role === 'viewer' ? '' : ` (${role})`
  return `- \`${method} ${path}${asks}\`${who}: ${purposeOf(description)}${fails}${going}`
}
