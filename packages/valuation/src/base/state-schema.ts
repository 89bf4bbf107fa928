import type { Address, Hex } from '@vaultwright/base'
import Type, { type TSchema } from 'typebox'

// A schema's description says in messages what the part must be.

/** The shape of an account. */
export const addressSchema = Type.Unsafe<Address>(
  Type.String({ pattern: '^0x[0-9a-fA-F]{40}$', description: 'an address' }),
)
const text = Type.String({ description: 'a text' })
const flag = Type.Boolean({ description: 'true or false' })
const unsigned = Type.String({
  pattern: '^\\d{1,80}$',
  description: 'whole base units as a decimal text',
})
/** The shape of an amount that may be owed. */
export const whole = Type.String({
  pattern: '^-?\\d{1,80}$',
  description: 'whole base units as a decimal text',
})
/** The shape of a price. */
export const positive = Type.String({
  pattern: '^\\d{1,120}(\\.\\d{1,120})?$',
  description: 'an exact decimal',
})
const decimal = Type.String({
  pattern: '^-?\\d{1,120}(\\.\\d{1,120})?$',
  description: 'an exact decimal',
})
const decimals = Type.Integer({ minimum: 0, maximum: 255, description: 'decimals, 0 to 255' })
const bps = Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'bps, 0 to 1000000' })
const count = Type.Integer({ minimum: 0, description: 'a whole number' })

/** The shape of a day: `2026-11-20`. */
export const daySchema = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a day' })

/** The shape of an `Asset`. */
export const assetSchema = Type.Object({
  address: addressSchema,
  symbol: text,
  decimals: orNull(decimals),
})

/** The unit of a price: an asset or `usd`. */
export const quotePerSchema = Type.Union([addressSchema, Type.Literal('usd')], {
  description: 'an address or usd',
})

/** The shape of a `Quote`. */
export const quoteSchema = Type.Object({
  asset: addressSchema,
  per: quotePerSchema,
  price: positive,
  source: text,
  atUnix: unsigned,
  confidence: orNull(positive),
  kind: Type.Union(
    [Type.Literal('rate'), Type.Literal('pegged'), Type.Literal('market'), Type.Literal('fixed')],
    { description: 'rate, pegged, market or fixed' },
  ),
})

const logPosition = { block: unsigned, logIndex: count }

/** The shape of an `AccountantEvent`. */
export const accountantEventSchema = Type.Union(
  [
    Type.Object({
      ...logPosition,
      event: Type.Literal('rate'),
      oldRate: orNull(unsigned),
      newRate: unsigned,
    }),
    Type.Object({ ...logPosition, event: Type.Literal('paused') }),
    Type.Object({ ...logPosition, event: Type.Literal('unpaused') }),
    Type.Object({ ...logPosition, event: Type.Literal('mark_reset') }),
    Type.Object({
      ...logPosition,
      event: Type.Literal('yield'),
      amount: unsigned,
      endUnix: unsigned,
    }),
    Type.Object({ ...logPosition, event: Type.Literal('loss'), amount: unsigned }),
    Type.Object({
      ...logPosition,
      event: Type.Literal('fees_claimed'),
      asset: addressSchema,
      amount: unsigned,
    }),
  ],
  { description: 'an event of an accountant' },
)

/** The shape of a `ReadFailure`. */
export const readFailureSchema = Type.Object({ what: text, reason: text })

const block = Type.Object({ number: unsigned, hash: Type.Unsafe<Hex>(text), atUnix: unsigned })

const accountant = Type.Object({
  address: addressSchema,
  kind: Type.Union(
    [Type.Literal('rate_providers'), Type.Literal('fixed_rate'), Type.Literal('yield_streaming')],
    { description: 'rate_providers, fixed_rate or yield_streaming' },
  ),
  layout: Type.Union([Type.Literal('current'), Type.Literal('legacy')], {
    description: 'current or legacy',
  }),
  rate: orNull(unsigned),
  isPaused: flag,
  exchangeRate: unsigned,
  highwaterMark: orNull(unsigned),
  feesOwed: unsigned,
  platformFeeBps: bps,
  performanceFeeBps: orNull(bps),
  updatedAtUnix: unsigned,
  bounds: Type.Object({ upperBps: bps, lowerBps: bps, minimumDelaySeconds: count }),
  stream: orNull(
    Type.Object({
      lastSharePrice: unsigned,
      gains: unsigned,
      updatedAtUnix: unsigned,
      startUnix: unsigned,
      endUnix: unsigned,
      totalAssets: orNull(unsigned),
    }),
  ),
})

const holding = Type.Object({
  protocol: text,
  holder: addressSchema,
  asset: assetSchema,
  amount: whole,
  index: orNull(Type.Object({ key: text, value: decimal })),
  maturityUnix: orNull(whole),
  fees: Type.Optional(Type.Object({ key: text, inside: unsigned, liquidity: unsigned })),
})

const share = {
  chain: text,
  vault: addressSchema,
  day: daySchema,
  block,
  base: orNull(assetSchema),
  share: Type.Object({ decimals: orNull(decimals), supply: orNull(unsigned) }),
  accountant: orNull(accountant),
  events: orNull(Type.Array(accountantEventSchema)),
  quotes: Type.Array(quoteSchema),
}

/** The shape of a `VaultState` without holdings and failures. */
export const shareStateSchema = Type.Object(share)

const allowances = Type.Object({
  entries: Type.Array(
    Type.Object({
      token: addressSchema,
      owner: addressSchema,
      spender: addressSchema,
      amount: orNull(unsigned),
    }),
  ),
  note: orNull(text),
})

const proof = Type.Object({ values: Type.Array(text), note: orNull(text) })

/** The shape of a `VaultState`. */
export const vaultStateSchema = Type.Object({
  ...share,
  holdings: Type.Array(holding),
  failures: Type.Array(readFailureSchema),
  allowances: Type.Optional(allowances),
  proof: Type.Optional(proof),
})

/** The shape of a `DayEnd`. */
export const dayEndSchema = Type.Object({
  day: daySchema,
  block,
  base: orNull(addressSchema),
  sharePrice: Type.Union([
    Type.Object({ value: decimal, reason: Type.Null() }),
    Type.Object({ value: Type.Null(), reason: text }),
  ]),
  isPaused: flag,
})

/** A part that is null where it is not known. */
export function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}
