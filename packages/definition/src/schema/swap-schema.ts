import { type FileProblem, withChecks } from '@vaultwright/document'
import Type, { type Static, type StaticDecode } from 'typebox'

/** A limit in basis points. */
const bps = (description: string, byDefault: number) =>
  Type.Optional(
    Type.Decode(
      Type.Integer({
        description: `${description} Basis points.`,
        minimum: 0,
        maximum: 10_000,
        default: byDefault,
      }),
      BigInt,
    ),
  )

const seconds = (description: string, range: readonly [number, number, number]) =>
  Type.Optional(
    Type.Integer({ description, minimum: range[0], maximum: range[1], default: range[2] }),
  )

const accountName = (description: string) =>
  Type.String({ description, minLength: 1, hexDigits: 40 })

const confidence = Type.Optional(
  Type.Decode(
    Type.Union([
      Type.String({
        pattern: '^(0(\\.\\d{1,18})?|1(\\.0{1,18})?)$',
        errorMessage: 'must be from 0 to 1',
      }),
      Type.Number({ minimum: 0, maximum: 1 }),
    ]),
    String,
  ),
)

const sourceParts = Type.Object(
  {
    feed: Type.Optional(
      accountName("A feed with Chainlink's interface, in US dollars: an address or a name."),
    ),
    max_age_seconds: Type.Optional(
      Type.Integer({
        description: 'With `feed`: an older answer is not taken.',
        minimum: 1,
        maximum: 31_536_000,
      }),
    ),
    oracle: Type.Optional(
      accountName("An oracle with Aave's interface: an address or a name. It needs `per`."),
    ),
    rate: Type.Optional(
      accountName('A provider of `getRate()`: an address or a name. It needs `per`.'),
    ),
    per: Type.Optional(accountName('What the price is in: usd, or a token.')),
    confidence,
  },
  { additionalProperties: false },
)

const source = withChecks(sourceParts, sourceProblems)

const prices = Type.Union([source, Type.Array(source, { minItems: 1, maxItems: 2 })], {
  description: 'One source, or two that are compared.',
  errorMessage: 'must be a source or a list of two',
})

const amountRule = "must be an amount in display units, as '5' or '0.25'"

const amount = Type.Decode(
  Type.Union(
    [
      Type.String({
        pattern: '^(0|[1-9]\\d{0,59})(\\.\\d{1,60})?$',
        errorMessage: amountRule,
      }),
      Type.Integer({ minimum: 0 }),
    ],
    { errorMessage: amountRule },
  ),
  String,
)

const swapParts = Type.Object(
  {
    max_loss_bps: bps('The most that a swap may lose against what the tokens are worth.', 50),
    max_slippage_bps: bps('The most slippage that a caller may ask for.', 100),
    max_impact_bps: bps('The most that an amount may move the price of a venue.', 150),
    quote_ttl_seconds: seconds('How long a quote holds.', [1, 3_600, 60]),
    requote_tolerance_bps: bps('How far the newest block may fall behind a quote.', 10),
    max_order_seconds: seconds('The longest life of a limit order.', [300, 31_536_000, 604_800]),
    reserve: Type.Optional(
      Type.Record(Type.String(), amount, {
        description: 'Display units by token: the vault never sells below this balance.',
      }),
    ),
    prices: Type.Record(Type.String(), prices, {
      description:
        'What tokens are worth, by token: one source or two that are compared. An exchange is never one.',
    }),
    deviation_bps: bps('How far two sources of a token may lie apart.', 100),
  },
  {
    additionalProperties: false,
    description: 'What swaps of this vault must keep to, reviewed with its permissions.',
  },
)

/** The `swap` block of a chain: limits, and what tokens are worth. */
export const swapBlock = withChecks(swapParts, ({ prices }) =>
  Object.keys(prices).length > 0
    ? []
    : [{ path: ['prices'], message: 'needs the price of a token' }],
)

/** Limits of swaps and sources of prices, as a definition writes them: names are not resolved yet. */
export type SwapDefinition = StaticDecode<typeof swapParts>

/** A source of a price, as a definition writes it. */
export type WrittenPriceSource = StaticDecode<typeof sourceParts>

function sourceProblems(value: Static<typeof sourceParts>): readonly FileProblem[] {
  const kinds = sourceKinds.filter((kind) => value[kind] !== undefined)
  const [kind] = kinds
  if (kind === undefined || kinds.length > 1) {
    const message = `must have one of the keys ${sourceKinds.join(', ')}. An exchange is not a source, for a swap moves its price`
    return [{ path: [], message }]
  }
  const problems: FileProblem[] = []
  const { per, max_age_seconds: age } = value
  if (kind === 'feed') {
    if (age === undefined) problems.push({ path: ['max_age_seconds'], message: 'is missing' })
    if (per !== undefined && per !== 'usd') {
      problems.push({ path: ['per'], message: 'must be usd, for a feed answers in US dollars' })
    }
    return problems
  }
  if (age !== undefined) {
    problems.push({ path: ['max_age_seconds'], message: 'is a key of feeds alone' })
  }
  if (per === undefined) problems.push({ path: ['per'], message: 'is missing' })
  if (kind === 'rate' && per === 'usd') {
    problems.push({ path: ['per'], message: 'must be a token, for a rate is never in US dollars' })
  }
  return problems
}

const sourceKinds = ['feed', 'oracle', 'rate'] as const
