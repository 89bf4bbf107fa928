import Type from 'typebox'
import { addressSchema, assetSchema, daySchema, quoteSchema } from './state-schema.ts'

const hash = Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' })
const digits = Type.String({ pattern: '^\\d+$' })
const { confidence, per } = quoteSchema.properties
const address = addressSchema

const subject = Type.Object({
  reader: Type.String(),
  holder: address,
  values: Type.Record(Type.String(), Type.String()),
})

const price = Type.Union([
  Type.Object({
    kind: Type.Literal('feed'),
    asset: address,
    feed: address,
    maxAgeSeconds: Type.Integer(),
    confidence,
  }),
  Type.Object({ kind: Type.Literal('oracle'), asset: address, oracle: address, per, confidence }),
  Type.Object({
    kind: Type.Literal('rate'),
    asset: address,
    provider: address,
    per: address,
    confidence,
  }),
])

/** The shape of the part of a reading's plan that is of its day. */
export const planDaySchema = Type.Object({
  chain: Type.String(),
  vault: address,
  day: daySchema,
  block: Type.Object({ number: digits, hash, atUnix: digits }),
  fromBlock: digits,
})

/** The shape of the part of a reading's plan that stays from day to day. */
export const vaultPlanSchema = Type.Object({
  accountant: Type.Union([address, Type.Null()]),
  drones: Type.Array(address),
  roots: Type.Array(hash),
  missingTrees: Type.Array(hash),
  tokens: Type.Array(assetSchema),
  subjects: Type.Array(subject),
  prices: Type.Array(price),
  trust: Type.Array(Type.Object({ asset: address, per, source: Type.String() })),
  allowances: Type.Optional(
    Type.Object({
      pairs: Type.Array(Type.Object({ token: address, owner: address, spender: address })),
      note: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  proof: Type.Optional(
    Type.Object({
      manager: address,
      roots: Type.Array(Type.Object({ strategist: address, root: hash })),
    }),
  ),
})
