import type { Address, Hex } from '@vaultwright/base'
import { readerOf } from '@vaultwright/document'
import Type, { type TSchema } from 'typebox'

const address = Type.Unsafe<Address>(Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' }))
const hex = Type.Unsafe<Hex>(Type.String({ pattern: '^0x([0-9a-fA-F]{2})*$' }))
const amount = Type.Decode(Type.String({ pattern: '^-?\\d{1,100}$' }), BigInt)
const count = Type.Integer({ minimum: 0 })
const texts = Type.Record(Type.String(), Type.String())
const unit = Type.Union([address, Type.Literal('usd')])

function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

const token = Type.Object({
  address,
  symbol: orNull(Type.String()),
  decimals: orNull(Type.Integer({ minimum: 0, maximum: 77 })),
})
const moved = Type.Object({ token: address, amount })
const refusal = Type.Object({ code: Type.String(), message: Type.String() })

const request = Type.Object({
  sellToken: address,
  buyToken: address,
  sellAmount: orNull(amount),
  // Receipts of the first two versions have none.
  buyAmount: Type.Optional(amount),
  maxSellAmount: Type.Optional(amount),
  slippageBps: amount,
  venues: orNull(Type.Array(Type.String())),
  calldata: Type.Array(Type.Object({ route: Type.String(), data: hex })),
  canSplit: Type.Boolean(),
  maxHops: Type.Union([Type.Literal(1), Type.Literal(2)]),
  withRefused: Type.Boolean(),
})

const offerSchema = Type.Object({
  data: hex,
  least: amount,
  quote: orNull(amount),
  offered: orNull(amount),
})

const leg = Type.Object({
  route: Type.String(),
  title: Type.String(),
  kind: Type.Union([
    Type.Literal('exchange'),
    Type.Literal('conversion'),
    Type.Literal('aggregator'),
  ]),
  params: texts,
  slot: count,
  drone: orNull(address),
  sellToken: address,
  buyToken: address,
  sellAmount: amount,
  bought: orNull(amount),
  hasLeast: Type.Boolean(),
  given: orNull(offerSchema),
  thousandth: orNull(Type.Object({ sold: amount, bought: amount })),
})

const measurement = Type.Object({
  id: Type.String(),
  legs: Type.Array(leg, { minItems: 1 }),
  isSuccess: Type.Boolean(),
  failure: orNull(refusal),
  gasUsed: amount,
  sold: amount,
  bought: amount,
  isReconciled: Type.Boolean(),
  isLeastEnforced: orNull(Type.Boolean()),
  lost: Type.Array(moved),
  leftover: Type.Array(moved),
  // Receipts of the first version have none.
  part: Type.Optional(Type.Object({ sold: amount, refused: amount })),
})

const permittingLeaf = Type.Object({
  decoder: orNull(address),
  target: address,
  canSendValue: Type.Boolean(),
  signature: Type.String(),
  arguments: Type.Array(address),
  digest: orNull(hex),
})

/** The inputs of a quote, as a receipt holds them. */
export const quoteInputsSchema = Type.Object({
  chainId: count,
  blockNumber: amount,
  blockHash: hex,
  blockUnix: amount,
  root: hex,
  vault: address,
  wish: request,
  sellToken: token,
  buyToken: token,
  sellAmount: amount,
  limits: orNull(Type.Object({ maxLossBps: amount, maxImpactBps: amount, deviationBps: amount })),
  statements: Type.Array(
    Type.Object({
      asset: address,
      source: Type.String(),
      price: Type.String(),
      per: unit,
      asOfUnix: amount,
    }),
  ),
  failures: Type.Array(
    Type.Object({ asset: address, source: Type.String(), reason: Type.String() }),
  ),
  gasPriceWei: orNull(amount),
  nativeAsset: orNull(address),
  measurements: Type.Array(measurement),
  unpermitted: Type.Array(
    Type.Object({
      route: Type.String(),
      params: texts,
      buyAmount: amount,
      method: Type.Union([Type.Literal('view'), Type.Literal('offered')]),
      permittingLeaf: orNull(permittingLeaf),
    }),
  ),
  faults: Type.Array(Type.Object({ token: address, sent: amount, arrived: amount })),
  // Receipts of the first three versions have none.
  order: Type.Optional(
    Type.Object({
      book: Type.String(),
      validForSeconds: amount,
      offer: orNull(
        Type.Object({ buyAmount: amount, feeAmount: amount, isVerified: Type.Boolean() }),
      ),
      failure: orNull(refusal),
    }),
  ),
})

export const readQuoteInputs = readerOf(quoteInputsSchema)
