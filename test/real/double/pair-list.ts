import { aavePair } from './aave-pair.ts'
import { balancerPair } from './balancer-pair.ts'
import { cowPair } from './cow-pair.ts'
import { oftPair } from './layer-zero-pair.ts'
import { morphoPair } from './morpho-pair.ts'
import type { Pair } from './pair.ts'
import { pendlePair } from './pendle-pair.ts'
import { nativePair, permitPair, vaultPair } from './token-pair.ts'
import { uniswapPair } from './uniswap-pair.ts'

/** Every double that is compared with the contract that it stands for. */
export const pairs: readonly Pair[] = [
  nativePair,
  vaultPair,
  permitPair,
  morphoPair,
  aavePair,
  cowPair,
  uniswapPair,
  balancerPair,
  pendlePair,
  oftPair,
]
