import { BaseError, type Hex } from '@vaultwright/base'
import {
  type FileReader,
  fileReaderOf,
  issueMessage,
  refused,
  withChecks,
} from '@vaultwright/document'
import { parseAddress } from '@vaultwright/merkle'
import Type, { type TSchema } from 'typebox'
import { isWord } from './call.ts'

/** A value of a JSON text. */
export type SafeJson =
  | string
  | number
  | boolean
  | null
  | readonly SafeJson[]
  | { readonly [key: string]: SafeJson }

/** One transaction of a batch file, as the file spells it. */
export type SafeBatchTransaction = {
  readonly to: string
  /** Wei, decimal. */
  readonly value: string
  /** Calldata; null or absent when method and inputs stand for it, or for a transfer of value alone. */
  readonly data?: Hex | null | undefined
  readonly contractMethod?: SafeJson | undefined
  /** By name, each as a person typed it. */
  readonly contractInputsValues?: { readonly [name: string]: SafeJson } | null | undefined
}

/** The description that a batch file gives of itself. */
type SafeBatchMeta = {
  /** Not covered by the checksum: the app lets a user rename a batch. */
  readonly name: string
  readonly description?: string | undefined
  readonly txBuilderVersion?: string | undefined
  /** Empty when unknown. */
  readonly createdFromSafeAddress?: string | undefined
  readonly createdFromOwnerAddress?: string | undefined
  readonly checksum?: string | undefined
}

/** A batch file of the transaction builder of the Safe web app, as the file spells it. */
export type SafeBatch = {
  readonly version: '1.0'
  /** Decimal. */
  readonly chainId: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly meta: SafeBatchMeta
  readonly transactions: readonly SafeBatchTransaction[]
}

const decimal = withChecks(Type.String(), (text) =>
  isDecimal(text) ? [] : [{ path: [], message: 'is not a decimal text of at most 256 bits' }],
)
const account = withChecks(Type.String(), (text) =>
  isAccount(text)
    ? []
    : [{ path: [], message: 'is not an address, or its letter case is not its checksum' }],
)
const calldata = Type.Decode(
  Type.Unknown(),
  (value): Hex =>
    typeof value === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(value)
      ? (value as Hex)
      : refused([{ path: [], message: 'is not hex of whole bytes' }]),
)
const json = Type.Decode(
  Type.Unknown(),
  (value): SafeJson => (isJson(value) ? value : refused([{ path: [], message: 'Invalid input' }])),
)
// The app refuses numbers here too: JavaScript would round them.
const input = Type.Decode(Type.Unknown(), (value): SafeJson => {
  if (typeof value === 'number' && isJson(value)) {
    return refused([{ path: [], message: 'is a number instead of a text' }])
  }
  return isJson(value) ? value : refused([{ path: [], message: 'Invalid input' }])
})
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const ownerAccount = Type.Optional(Type.Union([Type.Literal(''), account]))

// Strict: a field that this reader drops, an `operation` say, may be what another one acts on.
const transaction = Type.Object(
  {
    to: account,
    value: decimal,
    data: Type.Optional(nullable(calldata)),
    contractMethod: Type.Optional(json),
    contractInputsValues: Type.Optional(nullable(Type.Record(Type.String(), input))),
  },
  { additionalProperties: false },
)
const readBatch: FileReader<SafeBatch> = fileReaderOf(
  Type.Object(
    {
      version: Type.Literal('1.0', { errorMessage: 'is not 1.0, the only version known' }),
      chainId: decimal,
      createdAt: Type.Integer({ minimum: 0 }),
      meta: Type.Object(
        {
          name: Type.String(),
          description: Type.Optional(Type.String()),
          txBuilderVersion: Type.Optional(Type.String()),
          createdFromSafeAddress: ownerAccount,
          createdFromOwnerAddress: ownerAccount,
          checksum: Type.Optional(Type.String()),
        },
        { additionalProperties: false },
      ),
      transactions: Type.Array(transaction),
    },
    { additionalProperties: false },
  ),
)

/**
 * Reads a batch from the JSON value of its file.
 *
 * @throws {SafeBatchSchemaError} with every place that is not as it must be.
 */
export function safeBatchOf(value: unknown): SafeBatch {
  const parsed = readBatch(value)
  if (parsed.ok) return parsed.value
  throw new SafeBatchSchemaError(
    parsed.issues.map((issue) => ({ path: issue.path.join('.'), message: issueMessage(issue) })),
  )
}

function isJson(value: unknown): value is SafeJson {
  if (typeof value === 'number') return Number.isFinite(value)
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  return typeof value === 'object' && Object.values(value).every(isJson)
}

/** In one step: a check that follows another runs even where that one failed. */
function isDecimal(text: string): boolean {
  return /^(0|[1-9]\d{0,77})$/.test(text) && isWord(BigInt(text))
}

function isAccount(text: string): boolean {
  try {
    parseAddress(text)
    return true
  } catch {
    return false
  }
}

/** A file is not a batch of the transaction builder. */
export class SafeBatchSchemaError extends BaseError {
  override readonly code = 'safe_batch_schema'
  override readonly kind = 'damaged_data'

  constructor(places: readonly { readonly path: string; readonly message: string }[]) {
    const [first] = places
    const more = places.length > 1 ? ` (and ${places.length - 1} more places)` : ''
    const where = first === undefined || first.path === '' ? 'the whole' : first.path
    super({
      message: `The file is not a Safe batch: ${where} ${first?.message ?? ''}${more}. Give the file that the transaction builder wrote.`,
      facts: { places },
    })
  }
}
