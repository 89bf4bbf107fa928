import { aaveV3Position } from '../aave-v3/position.ts'
import { compoundV3Position } from '../compound-v3/position.ts'
import { curvePosition } from '../curve/position.ts'
import { idlePosition } from '../erc-20/position.ts'
import { erc4626Position } from '../erc-4626/position.ts'
import { etherFiPosition } from '../ether-fi/position.ts'
import { lidoPosition } from '../lido/position.ts'
import { morphoBluePosition } from '../morpho-blue/position.ts'
import { nativeWrapperPosition } from '../native-wrapper/position.ts'
import { pendlePosition } from '../pendle/position.ts'
import type { PositionReader } from '../position/position.ts'
import { tellerPosition } from '../teller/position.ts'
import { uniswapV3Position } from '../uniswap-v3/position.ts'

/** Every reader; what lies idle comes last, for it is what no other reader explains. */
export const positionReaders: readonly PositionReader[] = [
  aaveV3Position,
  compoundV3Position,
  curvePosition,
  erc4626Position,
  etherFiPosition,
  lidoPosition,
  morphoBluePosition,
  nativeWrapperPosition,
  pendlePosition,
  tellerPosition,
  uniswapV3Position,
  idlePosition,
]
