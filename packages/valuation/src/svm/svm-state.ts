import Type, { type Static } from 'typebox'
import { daySchema, orNull, positive, readFailureSchema, whole } from '../base/state-schema.ts'

const unsigned = Type.String({
  pattern: '^\\d{1,20}$',
  description: 'whole base units as a decimal text',
})
const base58 = Type.String({
  pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$',
  description: 'a base58 address',
})
const decimals = Type.Integer({ minimum: 0, maximum: 255, description: 'decimals, 0 to 255' })
const bps = Type.Integer({ minimum: 0, maximum: 65_535, description: 'bps, 0 to 65535' })

const asset = Type.Object({
  /** The mint; the system program's address for SOL. */
  address: base58,
  symbol: Type.String({ description: 'a text' }),
  decimals: orNull(decimals),
})

const quote = Type.Object({
  asset: base58,
  per: Type.Union([base58, Type.Literal('usd')], { description: 'a base58 address or usd' }),
  price: positive,
  source: Type.String({ description: 'a text' }),
  atUnix: unsigned,
  confidence: Type.Union([positive, Type.Null()], {
    description: 'an exact decimal from 0 to 1; null when its source says none',
  }),
  kind: Type.Union(
    [Type.Literal('rate'), Type.Literal('pegged'), Type.Literal('market'), Type.Literal('fixed')],
    { description: 'rate, pegged, market or fixed' },
  ),
})

/**
 * The shape of what was looked for in a Solana vault, beside the accounts that a node answered: all else of its holdings
 * is in their bytes.
 */
export const svmReadPlanSchema = Type.Object({
  /** Numbers of the sub-accounts that were looked at. */
  subAccounts: Type.Array(Type.Integer({ minimum: 0, maximum: 255 })),
  /** Names of tokens. */
  tokens: Type.Array(
    Type.Object({ address: base58, symbol: Type.String({ description: 'a text' }), decimals }),
  ),
  /** Token accounts that a node listed, or that follow from a sub-account and a token. */
  tokenAccounts: Type.Array(base58),
  /** Lending markets of Kamino whose positions were looked for. */
  kaminoMarkets: Type.Array(base58),
  stakePools: Type.Array(base58),
  /** Digests that transactions of the vault created and did not close; not there where they were not looked at. */
  digests: Type.Optional(
    Type.Object({
      /** 64 hex digits each. */
      open: Type.Array(Type.String({ pattern: '^[0-9a-f]{64}$', description: 'a digest' })),
      /** The newest transaction that was listed, from which the next day goes on; null without any. */
      newest: Type.Union([Type.String(), Type.Null()], {
        description: 'a signature; null when no transaction was listed',
      }),
      /** True if all transactions that name the vault were read, up to the newest. */
      isComplete: Type.Boolean(),
      /** False where the node told no transactions on that day: then they are those of the day before. */
      isCurrent: Type.Boolean(),
    }),
  ),
  /** Prices that configuration and servers told. */
  quotes: Type.Array(quote),
  failures: Type.Array(readFailureSchema),
})

/** The scope of a Solana vault's reading, and the prices given to it. */
export type SvmReadPlan = Static<typeof svmReadPlanSchema>

/** The shape of what a Solana vault held. */
export const svmHeldSchema = Type.Object({
  /** The symbol of the base asset. */
  baseSymbol: Type.String({ description: 'a text' }),
  /** The holdings of its sub-accounts; a debt is below zero. */
  holdings: Type.Array(
    Type.Object({ protocol: Type.String(), holder: base58, asset, amount: whole }),
  ),
  /** Every price that was observed; the first that counts for an asset stands first. */
  quotes: Type.Array(quote),
  failures: Type.Array(readFailureSchema),
})

/** The shape of a `SvmDayState`. */
export const svmDayStateSchema = Type.Object({
  /** Address of the vault's state account. */
  vault: base58,
  /** `2026-11-20`, UTC. */
  day: daySchema,
  /** Of the answer that was read. */
  slot: unsigned,
  /** Time of the slot, unix seconds: at or after the end of the day. */
  atUnix: unsigned,
  /** The mint that shares are priced in, and its decimals as the vault has them. */
  base: Type.Object({ mint: base58, decimals }),
  /** Supply in base units of the share. */
  share: Type.Object({ mint: base58, decimals, supply: unsigned }),
  /** Base units of the base asset for one whole share. */
  exchangeRate: unsigned,
  /** The highest rate so far, the same unit. */
  highWaterMark: unsigned,
  /** Fees owed and not yet claimed, base units of the base asset. */
  feesOwed: unsigned,
  isPaused: Type.Boolean({ description: 'true or false' }),
  updatedAtUnix: unsigned,
  /** A rate that moves further, or sooner, pauses the vault and is stored all the same. */
  bounds: Type.Object({
    upperBps: bps,
    lowerBps: bps,
    minimumDelaySeconds: Type.Integer({ minimum: 0, description: 'a whole number' }),
  }),
  platformFeeBps: bps,
  performanceFeeBps: bps,
  /** Not there for days that were read before holdings were. */
  held: Type.Optional(svmHeldSchema),
})

/** The shape of what a Solana vault's daily point is computed from. */
export const svmDailyInputsSchema = Type.Object({
  today: svmDayStateSchema,
  /** The day before it in the calendar; null when it was not read. */
  before: orNull(svmDayStateSchema),
})

/** The shape of what a Solana vault's performance is computed from. */
export const svmPerformanceInputsSchema = Type.Object({
  last: svmDayStateSchema,
  /** Seven days before the last; null when it was not read. */
  first: orNull(svmDayStateSchema),
  /** The days between that were read, oldest first. */
  between: Type.Array(svmDayStateSchema, { maxItems: 6, description: 'at most six days' }),
})

/**
 * The state of a Solana vault at the end of a day, as it was read: all that its values are computed
 * from. Plain JSON, integers as decimal texts.
 */
export type SvmDayState = Static<typeof svmDayStateSchema>

/** The holdings of a Solana vault at the end of a day, and the prices of that day. */
export type SvmHeld = Static<typeof svmHeldSchema>

/** The inputs of a Solana vault's daily point. */
export type SvmDailyInputs = Static<typeof svmDailyInputsSchema>

/** The inputs of a Solana vault's performance. */
export type SvmPerformanceInputs = Static<typeof svmPerformanceInputsSchema>
