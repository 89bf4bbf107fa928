import { aaveV3 } from './aave.ts'
import { algebra } from './algebra.ts'
import { withBadCases } from './bad-market.ts'
import { balancerV2 } from './balancer.ts'
import { ccip } from './ccip.ts'
import { cow } from './cow.ts'
import { gearbox } from './gearbox.ts'
import { hyperlane } from './hyperlane.ts'
import { layerZero } from './layer-zero.ts'
import type { Market } from './market.ts'
import { morphoBlue } from './morpho.ts'
import { pendle } from './pendle.ts'
import { standardBridge } from './standard-bridge.ts'
import { erc20, erc4626, nativeWrapper } from './token.ts'
import { uniswapV2 } from './uniswap-v2.ts'
import { uniswapV3 } from './uniswap-v3.ts'
import { permit2, uniswapV4 } from './uniswap-v4.ts'

const list: readonly Market[] = [
  erc20,
  nativeWrapper,
  erc4626,
  uniswapV2,
  uniswapV3,
  permit2,
  uniswapV4,
  aaveV3,
  morphoBlue,
  balancerV2,
  cow,
  pendle,
  standardBridge,
  layerZero,
  ccip,
  gearbox,
  algebra,
  hyperlane,
]

/** Every market of the world, in the order in which they are deployed. */
export const markets: readonly Market[] = list.map(withBadCases)
