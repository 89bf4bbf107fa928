import type { DecoderRules } from '@vaultwright/manager'
import { aaveV3 } from './aave-v3/function.ts'
import { agglayer } from './agglayer/function.ts'
import { algebraV4 } from './algebra/function.ts'
import { ambient } from './ambient/function.ts'
import { arbitrumNativeBridge } from './arbitrum/function.ts'
import { atomicQueue } from './atomic-queue/function.ts'
import { aura } from './aura/function.ts'
import { avalancheBridge } from './avalanche-bridge/function.ts'
import { balancerV2 } from './balancer-v2/function.ts'
import { balancerV3 } from './balancer-v3/function.ts'
import { beraEth } from './bera-eth/function.ts'
import { beraborrow } from './beraborrow/function.ts'
import { bgtRewardVault } from './bgt-reward-vault/function.ts'
import { boringChef } from './boring-chef/function.ts'
import { btcB } from './btc-b/function.ts'
import { btcK } from './btc-k/function.ts'
import { camelot } from './camelot/function.ts'
import { cap } from './cap/function.ts'
import { ccip } from './ccip/function.ts'
import { cctp } from './cctp/function.ts'
import { compoundV2 } from './compound-v2/function.ts'
import { compoundV3 } from './compound-v3/function.ts'
import { convex, convexFx } from './convex/function.ts'
import { btcnMinter, cornStaking } from './corn/function.ts'
import { curve } from './curve/function.ts'
import { derive, deriveWithdraw } from './derive/function.ts'
import { dolomite } from './dolomite/function.ts'
import { dvSteth } from './dv-steth/function.ts'
import { eigenLayer } from './eigen-layer/function.ts'
import { elixirClaiming } from './elixir/function.ts'
import { erc4626 } from './erc-4626/function.ts'
import { ethenaMinting, ethenaWithdraw } from './ethena/function.ts'
import { etherFi, weEth } from './ether-fi/function.ts'
import { eulerEvk } from './euler/function.ts'
import { rFlr } from './flare/function.ts'
import { fluidDex, fluidFToken, fluidRewardsClaiming } from './fluid/function.ts'
import { frax } from './frax/function.ts'
import { gearbox } from './gearbox/function.ts'
import { sGho } from './gho/function.ts'
import { gluex } from './gluex/function.ts'
import { goldiVault } from './goldilocks/function.ts'
import { honey } from './honey/function.ts'
import { hyperLend } from './hyper-lend/function.ts'
import { hyperlane } from './hyperlane/function.ts'
import { infrared } from './infrared/function.ts'
import {
  itbAave,
  itbBasePosition,
  itbBasePositionWithAsset,
  itbCork,
  itbCurveAndConvex,
  itbEigenLayer,
  itbGearbox,
  itbKarak,
  itbReserve,
  itbReserveErc20Wrapped,
  itbSyrup,
} from './itb/function.ts'
import { karak } from './karak/function.ts'
import { kinetiq } from './kinetiq/function.ts'
import { kingClaiming } from './king/function.ts'
import { kodiakIsland } from './kodiak/function.ts'
import { oft, oftOneAddress } from './layer-zero/function.ts'
import { level } from './level/function.ts'
import { lido, lidoStandardBridge } from './lido/function.ts'
import { lineaBridge } from './linea-bridge/function.ts'
import { lbtcBridge, lombardBtcMinter } from './lombard/function.ts'
import { mantle, mantleStandardBridge } from './mantle/function.ts'
import { merkl, merklWithTokens } from './merkl/function.ts'
import { mfOne } from './mf-one/function.ts'
import { morphoBlue } from './morpho-blue/function.ts'
import {
  morphoRewards,
  morphoRewardsMerkleClaimer,
  morphoRewardsWrapper,
} from './morpho-rewards/function.ts'
import { nativeWrapper } from './native-wrapper/function.ts'
import { odos, odosOwned } from './odos/function.ts'
import { oneInch, oneInchOwned } from './one-inch/function.ts'
import { oogaBooga } from './ooga-booga/function.ts'
import { pancakeSwapV3 } from './pancake-swap-v3/function.ts'
import { pendleRouter } from './pendle/function.ts'
import { permit2 } from './permit2/function.ts'
import { predicateProxy } from './predicate/function.ts'
import { pumpStaking } from './pump-staking/function.ts'
import { redSnwapper } from './red-snwapper/function.ts'
import { resolv } from './resolv/function.ts'
import { roycoWeiroll } from './royco/function.ts'
import { satlayerStaking } from './satlayer/function.ts'
import { scrollBridge } from './scroll-bridge/function.ts'
import { silo, siloVault } from './silo/function.ts'
import { skyMoney } from './sky-money/function.ts'
import { sonicDeposit, sonicGateway } from './sonic/function.ts'
import { spectra } from './spectra/function.ts'
import { stakeStone } from './stake-stone/function.ts'
import { standardBridge } from './standard-bridge/function.ts'
import { swell, swellSimpleStaking, wSwellUnwrapping } from './swell/function.ts'
import { symbiotic, symbioticVault } from './symbiotic/function.ts'
import { syrup } from './syrup/function.ts'
import { tacCrossChainLayer } from './tac/function.ts'
import { teller } from './teller/function.ts'
import { termFinance } from './term-finance/function.ts'
import { treehouse } from './treehouse/function.ts'
import { ultraYield } from './ultra-yield/function.ts'
import { uniswapV2 } from './uniswap-v2/function.ts'
import { uniswapV3, uniswapV3OneVault, uniswapV3SwapRouter02 } from './uniswap-v3/function.ts'
import { uniswapV4 } from './uniswap-v4/function.ts'
import { usualMoney } from './usual-money/function.ts'
import { valantis } from './valantis/function.ts'
import { vaultBase } from './vault-base/function.ts'
import { vaultCraft } from './vault-craft/function.ts'
import { velodrome } from './velodrome/function.ts'
import { withdrawQueue } from './withdraw-queue/function.ts'
import { yuzu } from './yuzu/function.ts'
import { zircuitSimpleStaking } from './zircuit/function.ts'

/** A protocol: a folder of this package. */
export type Protocol = {
  /** Name of its folder. */
  readonly name: string
  /** Its decoders, older versions included. */
  readonly decoders: readonly DecoderRules[]
}

/** Every protocol this package describes, by name. */
export const protocols: readonly Protocol[] = [
  { name: 'aave-v3', decoders: [aaveV3] },
  { name: 'agglayer', decoders: [agglayer] },
  { name: 'algebra', decoders: [algebraV4] },
  { name: 'ambient', decoders: [ambient] },
  { name: 'arbitrum', decoders: [arbitrumNativeBridge] },
  { name: 'atomic-queue', decoders: [atomicQueue] },
  { name: 'aura', decoders: [aura] },
  { name: 'avalanche-bridge', decoders: [avalancheBridge] },
  { name: 'balancer-v2', decoders: [balancerV2] },
  { name: 'balancer-v3', decoders: [balancerV3] },
  { name: 'bera-eth', decoders: [beraEth] },
  { name: 'beraborrow', decoders: [beraborrow] },
  { name: 'bgt-reward-vault', decoders: [bgtRewardVault] },
  { name: 'boring-chef', decoders: [boringChef] },
  { name: 'btc-b', decoders: [btcB] },
  { name: 'btc-k', decoders: [btcK] },
  { name: 'camelot', decoders: [camelot] },
  { name: 'cap', decoders: [cap] },
  { name: 'ccip', decoders: [ccip] },
  { name: 'cctp', decoders: [cctp] },
  { name: 'compound-v2', decoders: [compoundV2] },
  { name: 'compound-v3', decoders: [compoundV3] },
  { name: 'convex', decoders: [convex, convexFx] },
  { name: 'corn', decoders: [btcnMinter, cornStaking] },
  { name: 'curve', decoders: [curve] },
  { name: 'derive', decoders: [derive, deriveWithdraw] },
  { name: 'dolomite', decoders: [dolomite] },
  { name: 'dv-steth', decoders: [dvSteth] },
  { name: 'eigen-layer', decoders: [eigenLayer] },
  { name: 'elixir', decoders: [elixirClaiming] },
  { name: 'erc-4626', decoders: [erc4626] },
  { name: 'ethena', decoders: [ethenaMinting, ethenaWithdraw] },
  { name: 'ether-fi', decoders: [etherFi, weEth] },
  { name: 'euler', decoders: [eulerEvk] },
  { name: 'flare', decoders: [rFlr] },
  { name: 'fluid', decoders: [fluidDex, fluidFToken, fluidRewardsClaiming] },
  { name: 'frax', decoders: [frax] },
  { name: 'gearbox', decoders: [gearbox] },
  { name: 'gho', decoders: [sGho] },
  { name: 'gluex', decoders: [gluex] },
  { name: 'goldilocks', decoders: [goldiVault] },
  { name: 'honey', decoders: [honey] },
  { name: 'hyper-lend', decoders: [hyperLend] },
  { name: 'hyperlane', decoders: [hyperlane] },
  { name: 'infrared', decoders: [infrared] },
  {
    name: 'itb',
    decoders: [
      itbBasePosition,
      itbBasePositionWithAsset,
      itbAave,
      itbCork,
      itbCurveAndConvex,
      itbEigenLayer,
      itbGearbox,
      itbKarak,
      itbReserve,
      itbReserveErc20Wrapped,
      itbSyrup,
    ],
  },
  { name: 'karak', decoders: [karak] },
  { name: 'kinetiq', decoders: [kinetiq] },
  { name: 'king', decoders: [kingClaiming] },
  { name: 'kodiak', decoders: [kodiakIsland] },
  { name: 'layer-zero', decoders: [oft, oftOneAddress] },
  { name: 'level', decoders: [level] },
  { name: 'lido', decoders: [lido, lidoStandardBridge] },
  { name: 'linea-bridge', decoders: [lineaBridge] },
  { name: 'lombard', decoders: [lbtcBridge, lombardBtcMinter] },
  { name: 'mantle', decoders: [mantle, mantleStandardBridge] },
  { name: 'merkl', decoders: [merkl, merklWithTokens] },
  { name: 'mf-one', decoders: [mfOne] },
  { name: 'morpho-blue', decoders: [morphoBlue] },
  {
    name: 'morpho-rewards',
    decoders: [morphoRewardsMerkleClaimer, morphoRewardsWrapper, morphoRewards],
  },
  { name: 'native-wrapper', decoders: [nativeWrapper] },
  { name: 'odos', decoders: [odos, odosOwned] },
  { name: 'one-inch', decoders: [oneInch, oneInchOwned] },
  { name: 'ooga-booga', decoders: [oogaBooga] },
  { name: 'pancake-swap-v3', decoders: [pancakeSwapV3] },
  { name: 'pendle', decoders: [pendleRouter] },
  { name: 'permit2', decoders: [permit2] },
  { name: 'predicate', decoders: [predicateProxy] },
  { name: 'pump-staking', decoders: [pumpStaking] },
  { name: 'red-snwapper', decoders: [redSnwapper] },
  { name: 'resolv', decoders: [resolv] },
  { name: 'royco', decoders: [roycoWeiroll] },
  { name: 'satlayer', decoders: [satlayerStaking] },
  { name: 'scroll-bridge', decoders: [scrollBridge] },
  { name: 'silo', decoders: [silo, siloVault] },
  { name: 'sky-money', decoders: [skyMoney] },
  { name: 'sonic', decoders: [sonicDeposit, sonicGateway] },
  { name: 'spectra', decoders: [spectra] },
  { name: 'stake-stone', decoders: [stakeStone] },
  { name: 'standard-bridge', decoders: [standardBridge] },
  { name: 'swell', decoders: [swell, swellSimpleStaking, wSwellUnwrapping] },
  { name: 'symbiotic', decoders: [symbiotic, symbioticVault] },
  { name: 'syrup', decoders: [syrup] },
  { name: 'tac', decoders: [tacCrossChainLayer] },
  { name: 'teller', decoders: [teller] },
  { name: 'term-finance', decoders: [termFinance] },
  { name: 'treehouse', decoders: [treehouse] },
  { name: 'ultra-yield', decoders: [ultraYield] },
  { name: 'uniswap-v2', decoders: [uniswapV2] },
  { name: 'uniswap-v3', decoders: [uniswapV3, uniswapV3SwapRouter02, uniswapV3OneVault] },
  { name: 'uniswap-v4', decoders: [uniswapV4] },
  { name: 'usual-money', decoders: [usualMoney] },
  { name: 'valantis', decoders: [valantis] },
  { name: 'vault-base', decoders: [vaultBase] },
  { name: 'vault-craft', decoders: [vaultCraft] },
  { name: 'velodrome', decoders: [velodrome] },
  { name: 'withdraw-queue', decoders: [withdrawQueue] },
  { name: 'yuzu', decoders: [yuzu] },
  { name: 'zircuit', decoders: [zircuitSimpleStaking] },
]
