// Written by scripts/make-protocols.mjs: do not edit.
import type { DecoderRules } from '@vaultwright/manager'
import { aaveV3 } from '../aave-v3/protocol.ts'
import { aera } from '../aera.ts'
import { agglayer } from '../agglayer/function.ts'
import { algebraV4 } from '../algebra.ts'
import { ambient } from '../ambient/function.ts'
import { arbitrumNativeBridge } from '../arbitrum/function.ts'
import { atomicQueue } from '../atomic-queue.ts'
import { aura } from '../aura.ts'
import { avalancheBridge } from '../avalanche-bridge.ts'
import { balancerV2 } from '../balancer-v2/pool.ts'
import { balancerV3 } from '../balancer-v3/pool.ts'
import { beraEth } from '../bera-eth.ts'
import { beraborrow } from '../beraborrow/function.ts'
import { bgtRewardVault } from '../bgt-reward-vault.ts'
import { boringChef } from '../boring-chef.ts'
import { btcB } from '../btc-b.ts'
import { btcK } from '../btc-k.ts'
import { camelot } from '../camelot.ts'
import { cap } from '../cap.ts'
import { ccip } from '../ccip.ts'
import { cctp } from '../cctp.ts'
import { compoundV2 } from '../compound-v2/function.ts'
import { compoundV3 } from '../compound-v3/protocol.ts'
import { convex, convexFx } from '../convex.ts'
import { btcnMinter, cornStaking } from '../corn.ts'
import { cowOrder } from '../cow/function.ts'
import { curve } from '../curve/protocol.ts'
import { derive, deriveWithdraw } from '../derive/function.ts'
import { dolomite } from '../dolomite/function.ts'
import { dvSteth } from '../dv-steth.ts'
import { eigenLayer } from '../eigen-layer/function.ts'
import { elixirClaiming } from '../elixir.ts'
import { erc4626 } from '../erc-4626/protocol.ts'
import { ethenaMinting, ethenaWithdraw } from '../ethena.ts'
import { etherFi, weEth } from '../ether-fi/function.ts'
import { eulerEvk } from '../euler/function.ts'
import { rFlr } from '../flare.ts'
import { fluidDex, fluidFToken, fluidRewardsClaiming } from '../fluid/function.ts'
import { frax } from '../frax.ts'
import { gearbox } from '../gearbox.ts'
import { sGho } from '../gho.ts'
import { gluex } from '../gluex.ts'
import { goldiVault } from '../goldilocks.ts'
import { honey } from '../honey.ts'
import { hyperLend } from '../hyper-lend.ts'
import { hyperlane } from '../hyperlane.ts'
import { infrared } from '../infrared.ts'
import { itbAave, itbBasePosition, itbBasePositionWithAsset, itbCork, itbCurveAndConvex, itbEigenLayer, itbGearbox, itbKarak, itbReserve, itbReserveErc20Wrapped, itbSyrup } from '../itb/function.ts'
import { karak } from '../karak.ts'
import { kinetiq } from '../kinetiq.ts'
import { kingClaiming } from '../king.ts'
import { kodiakIsland } from '../kodiak.ts'
import { kyberSwap } from '../kyber-swap.ts'
import { oft, oftOneAddress } from '../layer-zero.ts'
import { level } from '../level.ts'
import { lido, lidoStandardBridge } from '../lido/function.ts'
import { lifi } from '../lifi.ts'
import { lineaBridge } from '../linea-bridge.ts'
import { lbtcBridge, lombardBtcMinter } from '../lombard.ts'
import { mantle, mantleStandardBridge } from '../mantle.ts'
import { merkl, merklWithTokens } from '../merkl.ts'
import { mfOne } from '../mf-one.ts'
import { morphoBlue } from '../morpho-blue/protocol.ts'
import { morphoRewards, morphoRewardsMerkleClaimer, morphoRewardsWrapper } from '../morpho-rewards.ts'
import { nativeWrapper } from '../native-wrapper/protocol.ts'
import { odos, odosOwned } from '../odos.ts'
import { oneInch, oneInchOwned } from '../one-inch/function.ts'
import { oogaBooga } from '../ooga-booga.ts'
import { pancakeSwapV3, pancakeSwapV3OneVault } from '../pancake-swap-v3/function.ts'
import { pendleRouter } from '../pendle/function.ts'
import { permit2 } from '../permit2.ts'
import { predicateProxy } from '../predicate.ts'
import { pumpStaking } from '../pump-staking.ts'
import { redSnwapper } from '../red-snwapper.ts'
import { resolv } from '../resolv.ts'
import { roycoWeiroll } from '../royco/function.ts'
import { satlayerStaking } from '../satlayer.ts'
import { scrollBridge } from '../scroll-bridge.ts'
import { siloRules, siloVault } from '../silo/function.ts'
import { skyMoney } from '../sky-money.ts'
import { sonicDeposit, sonicGateway } from '../sonic.ts'
import { spectra } from '../spectra/function.ts'
import { stakeStone } from '../stake-stone.ts'
import { standardBridge } from '../standard-bridge.ts'
import { swell, swellSimpleStaking, wSwellUnwrapping } from '../swell.ts'
import { symbiotic, symbioticVault } from '../symbiotic.ts'
import { syrup } from '../syrup.ts'
import { tacCrossChainLayer } from '../tac.ts'
import { teller } from '../teller/function.ts'
import { termFinance } from '../term-finance.ts'
import { treehouse } from '../treehouse.ts'
import { ultraYield } from '../ultra-yield.ts'
import { uniswapV2 } from '../uniswap-v2/function.ts'
import { uniswapV3, uniswapV3OneVault, uniswapV3SwapRouter02 } from '../uniswap-v3/function.ts'
import { uniswapV4 } from '../uniswap-v4/function.ts'
import { usualMoney } from '../usual-money.ts'
import { valantis } from '../valantis.ts'
import { vaultBase } from '../vault-base.ts'
import { vaultCraft } from '../vault-craft.ts'
import { velodrome } from '../velodrome/function.ts'
import { withdrawQueue } from '../withdraw-queue.ts'
import { yuzu } from '../yuzu.ts'
import { zeroX } from '../zero-x.ts'
import { zircuitSimpleStaking } from '../zircuit.ts'

/** Every decoder of every protocol, in the order of the protocols. */
export const decoders: readonly DecoderRules[] = [
  aaveV3,
  aera,
  agglayer,
  algebraV4,
  ambient,
  arbitrumNativeBridge,
  atomicQueue,
  aura,
  avalancheBridge,
  balancerV2,
  balancerV3,
  beraEth,
  beraborrow,
  bgtRewardVault,
  boringChef,
  btcB,
  btcK,
  camelot,
  cap,
  ccip,
  cctp,
  compoundV2,
  compoundV3,
  convex,
  convexFx,
  btcnMinter,
  cornStaking,
  cowOrder,
  curve,
  derive,
  deriveWithdraw,
  dolomite,
  dvSteth,
  eigenLayer,
  elixirClaiming,
  erc4626,
  ethenaMinting,
  ethenaWithdraw,
  etherFi,
  weEth,
  eulerEvk,
  rFlr,
  fluidDex,
  fluidFToken,
  fluidRewardsClaiming,
  frax,
  gearbox,
  sGho,
  gluex,
  goldiVault,
  honey,
  hyperLend,
  hyperlane,
  infrared,
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
  karak,
  kinetiq,
  kingClaiming,
  kodiakIsland,
  kyberSwap,
  oft,
  oftOneAddress,
  level,
  lido,
  lidoStandardBridge,
  lifi,
  lineaBridge,
  lbtcBridge,
  lombardBtcMinter,
  mantle,
  mantleStandardBridge,
  merkl,
  merklWithTokens,
  mfOne,
  morphoBlue,
  morphoRewardsMerkleClaimer,
  morphoRewardsWrapper,
  morphoRewards,
  nativeWrapper,
  odos,
  odosOwned,
  oneInch,
  oneInchOwned,
  oogaBooga,
  pancakeSwapV3,
  pancakeSwapV3OneVault,
  pendleRouter,
  permit2,
  predicateProxy,
  pumpStaking,
  redSnwapper,
  resolv,
  roycoWeiroll,
  satlayerStaking,
  scrollBridge,
  siloRules,
  siloVault,
  skyMoney,
  sonicDeposit,
  sonicGateway,
  spectra,
  stakeStone,
  standardBridge,
  swell,
  swellSimpleStaking,
  wSwellUnwrapping,
  symbiotic,
  symbioticVault,
  syrup,
  tacCrossChainLayer,
  teller,
  termFinance,
  treehouse,
  ultraYield,
  uniswapV2,
  uniswapV3,
  uniswapV3SwapRouter02,
  uniswapV3OneVault,
  uniswapV4,
  usualMoney,
  valantis,
  vaultBase,
  vaultCraft,
  velodrome,
  withdrawQueue,
  yuzu,
  zeroX,
  zircuitSimpleStaking,
]
