import { BaseError } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import Type from 'typebox'
import type { ExecutionDetails } from './vault-execution.ts'

const address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' })
const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const literals = <const Names extends readonly string[]>(names: Names) =>
  Type.Union(names.map((name) => Type.Literal(name)))

const readDetails = readerOf(
  Type.Object({
    kind: literals(['manager', 'safe']),
    origin: nullable(literals(['account', 'safe', 'module'])),
    calldata: nullable(Type.String({ pattern: '^0x([0-9a-f]{2})*$' })),
    basis: literals(['trace', 'receipt']),
    moves: Type.Array(
      Type.Object({
        token: address,
        holder: address,
        amount: Type.Decode(Type.String({ pattern: '^-?[0-9]{1,78}$' }), BigInt),
      }),
    ),
    units: Type.Array(
      Type.Object({
        address,
        symbol: nullable(Type.String()),
        decimals: nullable(Type.Integer({ minimum: 0, maximum: 255 })),
      }),
    ),
    findings: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
    notStatedBecause: nullable(Type.String()),
  }),
)

/** Prints the details of an execution as the text that a store keeps. */
export function printExecutionDetails(details: ExecutionDetails): string {
  const text = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  return JSON.stringify(details, text)
}

/**
 * Parses what `printExecutionDetails` printed.
 *
 * @throws {ExecutionDetailsError} when it is another text.
 */
export function parseExecutionDetails(text: string): ExecutionDetails {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new ExecutionDetailsError('it is not JSON', cause)
  }
  const result = readDetails(value)
  if (result.ok) return result.value as ExecutionDetails
  const [issue] = result.issues()
  throw new ExecutionDetailsError(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
}

/** The store keeps another text than the details of an execution. */
class ExecutionDetailsError extends BaseError {
  override readonly code = 'execution_details'
  override readonly kind = 'damaged_data'

  constructor(reason: string, cause?: unknown) {
    super({
      message: `The details of an execution cannot be read: ${reason}. Restore the database from a backup.`,
      facts: { reason },
      cause,
    })
  }
}
