import { BaseError, type Hex } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { z } from 'zod'
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

/** What a batch file says of itself. */
export type SafeBatchMeta = {
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

const decimal = z.string().refine(isDecimal, 'is not a decimal text of at most 256 bits')
const account = z
  .string()
  .refine(isAccount, 'is not an address, or its letter case is not its checksum')
const calldata = z.custom<Hex>(
  (value) => typeof value === 'string' && /^0x([0-9a-fA-F]{2})*$/.test(value),
  'is not hex of whole bytes',
)
const json: z.ZodType<SafeJson> = z.json()
// The app refuses numbers here too: JavaScript would round them.
const input = json.refine((value) => typeof value !== 'number', 'is a number instead of a text')

// Strict: a field that nobody reads, an `operation` say, may be what somebody else acts on.
const transaction = z.strictObject({
  to: account,
  value: decimal,
  data: calldata.nullish(),
  contractMethod: json.optional(),
  contractInputsValues: z.record(z.string(), input).nullish(),
})
const schema: z.ZodType<SafeBatch> = z.strictObject({
  version: z.literal('1.0', 'is not 1.0, the only version known'),
  chainId: decimal,
  createdAt: z.int().nonnegative(),
  meta: z.strictObject({
    name: z.string(),
    description: z.string().optional(),
    txBuilderVersion: z.string().optional(),
    createdFromSafeAddress: z.union([z.literal(''), account]).optional(),
    createdFromOwnerAddress: z.union([z.literal(''), account]).optional(),
    checksum: z.string().optional(),
  }),
  transactions: z.array(transaction),
})

/**
 * Reads a batch from the JSON value of its file.
 *
 * @throws {SafeBatchSchemaError} with every place that is not as it must be.
 */
export function safeBatchOf(value: unknown): SafeBatch {
  const found = schema.safeParse(value)
  if (found.success) return found.data
  throw new SafeBatchSchemaError(
    found.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  )
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
