import {
  type AnyReceipt,
  dailyFormula,
  dayFormula,
  performanceFormula,
  UnknownFormulaError,
} from '@vaultwright/valuation'
import { z } from 'zod'
import { ShapeError } from '../../input/shape.ts'

const whole = z.string().regex(/^-?\d{1,80}$/, 'whole base units as a decimal text')
const decimal = z.string().regex(/^-?\d{1,120}(\.\d{1,120})?$/, 'an exact decimal')
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'an address')
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'a day')
const text = z.string().max(1_000)
const bps = z.number().int().min(0).max(1_000_000)
const known = z.union([
  z.object({ value: decimal, reason: z.null() }),
  z.object({ value: z.null(), reason: text }),
])
const block = z.object({ number: whole, hash: text, atUnix: whole })
const asset = z.object({
  address,
  symbol: text,
  decimals: z.number().int().min(0).max(255).nullable(),
})

const stream = z.object({
  lastSharePrice: whole,
  gains: whole,
  updatedAtUnix: whole,
  startUnix: whole,
  endUnix: whole,
  totalAssets: whole.nullable(),
})

const accountant = z.object({
  address,
  kind: z.string(),
  layout: z.string(),
  rate: whole.nullable(),
  isPaused: z.boolean(),
  exchangeRate: whole,
  highwaterMark: whole.nullable(),
  feesOwed: whole,
  platformFeeBps: bps,
  performanceFeeBps: bps.nullable(),
  updatedAtUnix: whole,
  bounds: z.object({ upperBps: bps, lowerBps: bps, minimumDelaySeconds: z.number().int().min(0) }),
  stream: stream.nullable(),
})

const place = { block: whole, logIndex: z.number().int() }
const event = z.discriminatedUnion('event', [
  z.object({ ...place, event: z.literal('rate'), oldRate: whole.nullable(), newRate: whole }),
  z.object({ ...place, event: z.enum(['paused', 'unpaused', 'mark_reset']) }),
  z.object({ ...place, event: z.literal('yield'), amount: whole, endUnix: whole }),
  z.object({ ...place, event: z.literal('loss'), amount: whole }),
  z.object({ ...place, event: z.literal('fees_claimed'), asset: address, amount: whole }),
])

const holding = z.object({
  protocol: text,
  holder: address,
  asset,
  amount: whole,
  index: z.object({ key: text, value: whole.or(decimal) }).nullable(),
  maturityUnix: whole.nullable(),
})

const quote = z.object({
  asset: address,
  per: z.union([address, z.literal('usd')]),
  price: decimal,
  source: text,
  atUnix: whole,
  confidence: decimal.nullable(),
  kind: text,
})

const share = {
  chain: text,
  vault: address,
  day,
  block,
  base: asset.nullable(),
  share: z.object({
    decimals: z.number().int().min(0).max(255).nullable(),
    supply: whole.nullable(),
  }),
  accountant: accountant.nullable(),
  events: z.array(event).nullable(),
  quotes: z.array(quote),
}
const measured = z.object({
  ...share,
  holdings: z.array(holding),
  failures: z.array(z.object({ what: text, reason: text })),
})
const dayEnd = z.object({
  day,
  block,
  base: address.nullable(),
  sharePrice: known,
  isPaused: z.boolean(),
})

const inputs = {
  [dayFormula]: measured,
  [dailyFormula]: z.object({ today: z.object(share), before: dayEnd.nullable() }),
  [performanceFormula]: z.object({
    chain: text,
    day,
    last: measured,
    first: measured.nullable(),
    between: z.array(dayEnd.nullable()).max(6),
    others: z.array(
      z.object({ chain: text, first: measured.nullable(), last: measured.nullable() }),
    ),
  }),
}

/** Every formula's inputs by its name. */
const shapes = new Map<string, z.ZodType>(Object.entries(inputs))

const receipt = z.object({
  formula: z.string().max(80),
  inputs: z.record(z.string(), z.unknown()),
  result: z.record(z.string(), z.unknown()),
})

/** Reads a receipt that somebody else gave. */
export function parseReceipt(value: unknown, name: string): AnyReceipt {
  assertShape(receipt, value, name)
  const { formula, inputs } = value as { readonly formula: string; readonly inputs: unknown }
  const shape = shapes.get(formula)
  if (shape === undefined) throw new UnknownFormulaError(formula)
  assertShape(shape, inputs, `${name}.inputs`)
  return value as AnyReceipt
}

function assertShape(shape: z.ZodType, value: unknown, name: string): void {
  const [issue] = shape.safeParse(value).error?.issues ?? []
  if (issue === undefined) return
  const path = issue.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
  let found: unknown = value
  for (const key of issue.path) found = (found as Record<PropertyKey, unknown>)?.[key]
  throw new ShapeError(`${name}${path.join('')}`, wantedOf(issue), found)
}

function wantedOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `a value of the type ${issue.expected}`
  return issue.message
}
