import { aaveV3Position } from './aave-v3/position.ts'
import { idlePosition } from './erc-20/position.ts'
import { erc4626Position } from './erc-4626/position.ts'
import type { PositionReader } from './position.ts'

/** Every reader; what lies idle comes last, for it is what no other reader explains. */
export const positionReaders: readonly PositionReader[] = [
  aaveV3Position,
  erc4626Position,
  idlePosition,
]
