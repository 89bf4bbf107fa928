import type { PerformanceValues } from '@vaultwright/valuation'
import Type, { type Static } from 'typebox'
import { chain, time, vaultAddress } from '../field/field.ts'
import { dataOf } from '../field/page.ts'
import { numberOf, numberOrNull } from '../field/rate.ts'
import { receiptField } from '../field/receipt.ts'
import type { RowOf } from '../field/row.ts'
import { printTime } from '../field/time.ts'
import { svmReadingField } from '../solana/reading.ts'

const rateOrNull = (description: string) =>
  Type.Union([Type.Number(), Type.Null()], {
    description: `Decimal: 0.043 is 4.3 %; ${description}`,
  })

/** A null in place of a number of the interface has its reason in the receipt. */
const onSolana = 'always null on `solana`, where what a vault holds is not read'

const protocolYield = {
  allocation: Type.Number({ description: 'Share of the assets' }),
  apy: Type.Union([Type.Number(), Type.Null()], {
    description:
      "Seven days, before the position's own fees; null when what a position earned is not known",
  }),
  apy_net: Type.Optional(
    Type.Number({ description: "After the position's own fees, where it has some" }),
  ),
  chain,
  protocol: Type.String(),
}

/** 2.14: yield over seven days. */
export const performance = Type.Object(
  {
    vault_address: vaultAddress,
    chain,
    as_of: time,
    window_days: Type.Literal(7),
    apy: rateOrNull(
      'net of fees. Null before the eighth day, without a share price at both ends of the seven days, and where the vault was paused at one of them',
    ),
    fees: rateOrNull('the platform fee. Null when no accountant could be read'),
    performance_fees: rateOrNull(
      'null when none is configured, and when the accountant could not be read or has no such fee',
    ),
    global_apy_breakdown: Type.Object(
      {
        real_apy: rateOrNull(
          `null when the net assets are not known or not above zero, and when more than 1 % of what is held earns what is not known; ${onSolana}`,
        ),
        maturity_apy: rateOrNull(
          `0 without such positions. Null when the net assets are not known or not above zero, and when one of the positions has no price; ${onSolana}`,
        ),
        fee: rateOrNull(
          `gross less net, not below zero. Null when \`apy\` is null, and when fees of the seven days are not known; ${onSolana}`,
        ),
      },
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
    receipt: receiptField,
    reading: svmReadingField,
  },
  { title: 'Performance', additionalProperties: false },
)

/** 4.12. */
export const performanceResponse = dataOf(performance, 'PerformanceResponse')

/** 2.14. */
export type PerformanceData = Static<typeof performance>

/**
 * Writes the performance of a vault.
 *
 * Source: interface, 2.14: as of the start of the day; all rates are numbers.
 *
 * @param given - of the seven days that end with a day.
 */
export function performanceOf(given: RowOf<PerformanceValues>): PerformanceData {
  return {
    vault_address: given.vault,
    chain: given.chain,
    as_of: `${given.day}T00:00:00Z`,
    window_days: 7,
    apy: numberOrNull(given.apy),
    fees: numberOrNull(given.fees),
    performance_fees: numberOrNull(given.performanceFees),
    global_apy_breakdown: {
      real_apy: numberOrNull(given.realApy),
      maturity_apy: numberOrNull(given.maturityApy),
      fee: numberOrNull(given.feeDrag),
    },
    maturity_apy_breakdown: given.maturities.map((position) => ({
      ...yieldOf(position),
      asset: position.asset,
      maturity: printTime(position.maturityUnix),
      ...netYieldOf(position),
    })),
    real_apy_breakdown: given.real.map((position) => ({
      ...yieldOf(position),
      ...netYieldOf(position),
    })),
  }
}

function yieldOf({ allocation, apy, chain, protocol }: PerformanceValues['real'][number]) {
  return {
    allocation: numberOf(allocation),
    apy: numberOrNull(apy),
    chain,
    protocol,
  }
}

function netYieldOf({ apyNet }: PerformanceValues['real'][number]) {
  return apyNet === null ? {} : { apy_net: numberOf(apyNet) }
}
