import { BaseError } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import { parseAddress } from '@vaultwright/merkle'
import type { Statement } from '@vaultwright/outcome'
import Type from 'typebox'

const address = Type.Decode(Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }), parseAddress)
const hash = Type.Decode(
  Type.String({ pattern: '^0x[0-9a-f]{64}$' }),
  (text) => text as `0x${string}`,
)
const amount = Type.Decode(Type.String({ pattern: '^-?[0-9]{1,78}$' }), BigInt)
const readStatementFile = readerOf(
  Type.Object({
    format: Type.Literal('vaultwright-statement'),
    // The first version does not say whether interest counts as moved.
    version: Type.Union([Type.Literal(1), Type.Literal(2)]),
    statement: Type.Object({
      safe: address,
      chainId: Type.Integer({ minimum: 1 }),
      version: Type.String({ pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+[+0-9A-Za-z.-]*$' }),
      nonce: amount,
      safeTxHash: hash,
      contentHash: hash,
      block: amount,
      watched: Type.Array(address, { maxItems: 100 }),
      moves: Type.Array(
        Type.Object({
          token: address,
          holder: address,
          atLeast: amount,
          atMost: Type.Union([amount, Type.Null()]),
        }),
        { maxItems: 1_000 },
      ),
      approvals: Type.Array(
        Type.Object({
          standard: Type.Union(
            (['erc20', 'erc721', 'operator', 'permit2', 'authorized', 'delegated'] as const).map(
              (name) => Type.Literal(name),
            ),
          ),
          token: address,
          owner: address,
          spender: address,
          id: Type.Union([amount, Type.Null()]),
          after: amount,
        }),
        { maxItems: 1_000 },
      ),
    }),
  }),
)

/** Prints a statement as a file that `parseStatement` reads. */
export function printStatement({ mayCountInterest, ...statement }: Statement): string {
  const version = mayCountInterest === true ? 1 : 2
  const file = { format: 'vaultwright-statement', version, statement }
  const text = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  return `${JSON.stringify(file, text, 2)}\n`
}

/**
 * Parses the JSON value of a statement's file.
 *
 * @param path - names the file in an error.
 * @throws {StatementFileError} when it is none.
 */
export function parseStatement(value: unknown, path: string): Statement {
  const result = readStatementFile(value)
  if (result.ok) {
    const { version, statement } = result.value
    return (version === 1 ? { ...statement, mayCountInterest: true } : statement) as Statement
  }
  const [issue] = result.issues()
  throw new StatementFileError(path, `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
}

/** A file is no statement. */
class StatementFileError extends BaseError {
  override readonly code = 'statement_file'
  override readonly kind = 'invalid_input'

  constructor(path: string, reason: string) {
    super({
      message: `${path} is not a statement: ${reason}. Give the file that safe propose --statement wrote.`,
      facts: { path, reason },
    })
  }
}
