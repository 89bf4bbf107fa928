import { balancerCases } from './balancer.ts'
import { bridgeCases } from './bridge.ts'
import type { EffectCase } from './case.ts'
import { exchangeCases } from './exchange.ts'
import { lendingCases } from './lending.ts'
import { morphoCases } from './morpho.ts'
import { pendleCases } from './pendle.ts'
import { shareCases } from './share.ts'
import { stakingCases } from './staking.ts'
import { tokenCases } from './token.ts'
import { tradeCases } from './trade.ts'

/** Every case; each begins with the chain as it was saved. */
export const caseList: readonly EffectCase[] = [
  ...tokenCases,
  ...lendingCases,
  ...morphoCases,
  ...exchangeCases,
  ...balancerCases,
  ...pendleCases,
  ...stakingCases,
  ...bridgeCases,
  ...tradeCases,
  ...shareCases,
]
