import Type from 'typebox'

const address = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' })
const hash = Type.String({ pattern: '^0x[0-9a-fA-F]{64}$' })
const bytes = Type.String({ pattern: '^0x(?:[0-9a-fA-F]{2})*$' })
const digits = Type.String({ pattern: '^\\d+$' })
const decimal = Type.String({ pattern: '^\\d+(\\.\\d+)?$' })
const confidence = Type.Union([decimal, Type.Null()])
const per = Type.Union([address, Type.Literal('usd')])

const asset = Type.Object({
  address,
  symbol: Type.String(),
  decimals: Type.Union([Type.Integer({ minimum: 0, maximum: 255 }), Type.Null()]),
})

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

const eventFields = { block: digits, logIndex: Type.Integer() }
const event = Type.Union([
  Type.Object({
    ...eventFields,
    event: Type.Literal('rate'),
    oldRate: Type.Union([digits, Type.Null()]),
    newRate: digits,
  }),
  Type.Object({
    ...eventFields,
    event: Type.Union(['paused', 'unpaused', 'mark_reset'].map((word) => Type.Literal(word))),
  }),
  Type.Object({ ...eventFields, event: Type.Literal('yield'), amount: digits, endUnix: digits }),
  Type.Object({ ...eventFields, event: Type.Literal('loss'), amount: digits }),
  Type.Object({
    ...eventFields,
    event: Type.Literal('fees_claimed'),
    asset: address,
    amount: digits,
  }),
])

const quote = Type.Object({
  asset: address,
  per,
  price: decimal,
  source: Type.String(),
  atUnix: digits,
  confidence,
  kind: Type.Union(['rate', 'pegged', 'market', 'fixed'].map((word) => Type.Literal(word))),
})

const plan = Type.Object({
  chain: Type.String(),
  vault: address,
  day: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }),
  block: Type.Object({ number: digits, hash, atUnix: digits }),
  fromBlock: digits,
  accountant: Type.Union([address, Type.Null()]),
  drones: Type.Array(address),
  roots: Type.Array(hash),
  missingTrees: Type.Array(hash),
  tokens: Type.Array(asset),
  subjects: Type.Array(subject),
  prices: Type.Array(price),
  trust: Type.Array(Type.Object({ asset: address, per, source: Type.String() })),
})

/** The shape of a kept reading: it comes from a database, which others may write to. */
export const rawReadingSchema = Type.Object({
  version: Type.Literal(1),
  plan,
  calls: Type.Array(Type.Tuple([address, bytes, Type.Union([bytes, Type.Null()])])),
  events: Type.Union([Type.Array(event), Type.Null()]),
  observed: Type.Array(quote),
  failures: Type.Array(Type.Object({ what: Type.String(), reason: Type.String() })),
})
