// Made by scripts/make-protocols.mjs of the protocols beside its folder.
import { protocol as aaveV3 } from '../aave-v3/protocol.ts'
import { protocol as accountant } from '../accountant/protocol.ts'
import { protocol as aera } from '../aera.ts'
import { protocol as agglayer } from '../agglayer/protocol.ts'
import { protocol as algebra } from '../algebra.ts'
import { protocol as ambient } from '../ambient/protocol.ts'
import { protocol as arbitrum } from '../arbitrum/protocol.ts'
import { protocol as atomicQueue } from '../atomic-queue.ts'
import { protocol as aura } from '../aura.ts'
import { protocol as avalancheBridge } from '../avalanche-bridge.ts'
import { protocol as balancerV2 } from '../balancer-v2/protocol.ts'
import { protocol as balancerV3 } from '../balancer-v3/protocol.ts'
import { protocol as beraEth } from '../bera-eth.ts'
import { protocol as beraborrow } from '../beraborrow/protocol.ts'
import { protocol as bgtRewardVault } from '../bgt-reward-vault.ts'
import { protocol as boringChef } from '../boring-chef.ts'
import { protocol as btcB } from '../btc-b.ts'
import { protocol as btcK } from '../btc-k.ts'
import { protocol as camelot } from '../camelot.ts'
import { protocol as cap } from '../cap.ts'
import { protocol as ccip } from '../ccip.ts'
import { protocol as cctp } from '../cctp.ts'
import { protocol as compoundV2 } from '../compound-v2/protocol.ts'
import { protocol as compoundV3 } from '../compound-v3/protocol.ts'
import { protocol as convex } from '../convex.ts'
import { protocol as corn } from '../corn.ts'
import { protocol as cow } from '../cow/protocol.ts'
import { protocol as curve } from '../curve/protocol.ts'
import { protocol as derive } from '../derive/protocol.ts'
import { protocol as dolomite } from '../dolomite/protocol.ts'
import { protocol as dvSteth } from '../dv-steth.ts'
import { protocol as eigenLayer } from '../eigen-layer/protocol.ts'
import { protocol as elixir } from '../elixir.ts'
import { protocol as erc20 } from '../erc-20/protocol.ts'
import { protocol as erc4626 } from '../erc-4626/protocol.ts'
import { protocol as ethena } from '../ethena.ts'
import { protocol as etherFi } from '../ether-fi/protocol.ts'
import { protocol as euler } from '../euler/protocol.ts'
import { protocol as flare } from '../flare.ts'
import { protocol as fluid } from '../fluid/protocol.ts'
import { protocol as frax } from '../frax.ts'
import { protocol as gearbox } from '../gearbox.ts'
import { protocol as gho } from '../gho.ts'
import { protocol as gluex } from '../gluex.ts'
import { protocol as goldilocks } from '../goldilocks.ts'
import { protocol as honey } from '../honey.ts'
import { protocol as hyperLend } from '../hyper-lend.ts'
import { protocol as hyperlane } from '../hyperlane.ts'
import { protocol as infrared } from '../infrared.ts'
import { protocol as itb } from '../itb/protocol.ts'
import { protocol as karak } from '../karak.ts'
import { protocol as kinetiq } from '../kinetiq.ts'
import { protocol as king } from '../king.ts'
import { protocol as kodiak } from '../kodiak.ts'
import { protocol as kyberSwap } from '../kyber-swap.ts'
import { protocol as layerZero } from '../layer-zero.ts'
import { protocol as level } from '../level.ts'
import { protocol as lido } from '../lido/protocol.ts'
import { protocol as lifi } from '../lifi.ts'
import { protocol as lineaBridge } from '../linea-bridge.ts'
import { protocol as lombard } from '../lombard.ts'
import { protocol as mantle } from '../mantle.ts'
import { protocol as merkl } from '../merkl.ts'
import { protocol as mfOne } from '../mf-one.ts'
import { protocol as morphoBlue } from '../morpho-blue/protocol.ts'
import { protocol as morphoRewards } from '../morpho-rewards.ts'
import { protocol as nativeWrapper } from '../native-wrapper/protocol.ts'
import { protocol as odos } from '../odos.ts'
import { protocol as oneInch } from '../one-inch/protocol.ts'
import { protocol as oogaBooga } from '../ooga-booga.ts'
import { protocol as pancakeSwapV3 } from '../pancake-swap-v3/protocol.ts'
import { protocol as pendle } from '../pendle/protocol.ts'
import { protocol as permit2 } from '../permit2.ts'
import { protocol as predicate } from '../predicate.ts'
import { protocol as pumpStaking } from '../pump-staking.ts'
import { protocol as redSnwapper } from '../red-snwapper.ts'
import { protocol as resolv } from '../resolv.ts'
import { protocol as royco } from '../royco/protocol.ts'
import { protocol as satlayer } from '../satlayer.ts'
import { protocol as scrollBridge } from '../scroll-bridge.ts'
import { protocol as silo } from '../silo/protocol.ts'
import { protocol as skyMoney } from '../sky-money.ts'
import { protocol as sonic } from '../sonic.ts'
import { protocol as spectra } from '../spectra/protocol.ts'
import { protocol as stakeStone } from '../stake-stone.ts'
import { protocol as standardBridge } from '../standard-bridge.ts'
import { protocol as swell } from '../swell.ts'
import { protocol as symbiotic } from '../symbiotic.ts'
import { protocol as syrup } from '../syrup.ts'
import { protocol as tac } from '../tac.ts'
import { protocol as teller } from '../teller/protocol.ts'
import { protocol as termFinance } from '../term-finance.ts'
import { protocol as treehouse } from '../treehouse.ts'
import { protocol as ultraYield } from '../ultra-yield.ts'
import { protocol as uniswapV2 } from '../uniswap-v2/protocol.ts'
import { protocol as uniswapV3 } from '../uniswap-v3/protocol.ts'
import { protocol as uniswapV4 } from '../uniswap-v4/protocol.ts'
import { protocol as usualMoney } from '../usual-money.ts'
import { protocol as valantis } from '../valantis.ts'
import { protocol as vaultBase } from '../vault-base.ts'
import { protocol as vaultCraft } from '../vault-craft.ts'
import { protocol as velodrome } from '../velodrome/protocol.ts'
import { protocol as withdrawQueue } from '../withdraw-queue.ts'
import { protocol as yuzu } from '../yuzu.ts'
import { protocol as zeroX } from '../zero-x.ts'
import { protocol as zircuit } from '../zircuit.ts'
import type { Protocol } from '../action/protocol-entry.ts'

/** Every protocol this package describes, by name. */
export const protocols: readonly Protocol[] = [
  aaveV3,
  accountant,
  aera,
  agglayer,
  algebra,
  ambient,
  arbitrum,
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
  corn,
  cow,
  curve,
  derive,
  dolomite,
  dvSteth,
  eigenLayer,
  elixir,
  erc20,
  erc4626,
  ethena,
  etherFi,
  euler,
  flare,
  fluid,
  frax,
  gearbox,
  gho,
  gluex,
  goldilocks,
  honey,
  hyperLend,
  hyperlane,
  infrared,
  itb,
  karak,
  kinetiq,
  king,
  kodiak,
  kyberSwap,
  layerZero,
  level,
  lido,
  lifi,
  lineaBridge,
  lombard,
  mantle,
  merkl,
  mfOne,
  morphoBlue,
  morphoRewards,
  nativeWrapper,
  odos,
  oneInch,
  oogaBooga,
  pancakeSwapV3,
  pendle,
  permit2,
  predicate,
  pumpStaking,
  redSnwapper,
  resolv,
  royco,
  satlayer,
  scrollBridge,
  silo,
  skyMoney,
  sonic,
  spectra,
  stakeStone,
  standardBridge,
  swell,
  symbiotic,
  syrup,
  tac,
  teller,
  termFinance,
  treehouse,
  ultraYield,
  uniswapV2,
  uniswapV3,
  uniswapV4,
  usualMoney,
  valantis,
  vaultBase,
  vaultCraft,
  velodrome,
  withdrawQueue,
  yuzu,
  zeroX,
  zircuit,
]
