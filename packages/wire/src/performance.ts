import Type, { type Static } from 'typebox'
import { address, chain, time } from './field.ts'
import { dataOf } from './page.ts'

const rate = Type.Union([Type.Number(), Type.Null()], { description: 'Decimal: 0.043 is 4.3 %' })

const protocolYield = {
  allocation: Type.Number({ description: 'Share of the assets' }),
  apy: Type.Number({ description: "Seven days, before the position's own fees" }),
  apy_net: Type.Optional(
    Type.Number({ description: "After the position's own fees, where it has some" }),
  ),
  chain,
  protocol: Type.String(),
}

/** 2.14: yield over seven days. */
export const performance = Type.Object(
  {
    vault_address: address,
    chain,
    as_of: time,
    window_days: Type.Literal(7),
    apy: rate,
    fees: rate,
    performance_fees: rate,
    global_apy_breakdown: Type.Object(
      { real_apy: rate, maturity_apy: rate, fee: rate },
      { title: 'ApyBreakdown', additionalProperties: false },
    ),
    maturity_apy_breakdown: Type.Array(
      Type.Object(
        { ...protocolYield, asset: Type.String(), maturity: time },
        { title: 'MaturityYield', additionalProperties: false },
      ),
    ),
    real_apy_breakdown: Type.Array(
      Type.Object(protocolYield, { title: 'ProtocolYield', additionalProperties: false }),
    ),
  },
  { title: 'Performance', additionalProperties: false },
)

/** 4.12. */
export const performanceResponse = dataOf(performance, 'PerformanceResponse')

/** 2.14. */
export type PerformanceData = Static<typeof performance>
