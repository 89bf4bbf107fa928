import type { Address } from '@vaultwright/base'
import { type Call, encodeManage, type LeafTree } from '@vaultwright/manager'
import { zeroAddress } from 'viem'
import { approve, batchOf, callOf, prove, proveBy, treeOf } from './call.ts'
import { type Made, type MatrixCase, refusals } from './case.ts'
import { accountOf, type MatrixWorld } from './world.ts'

const { named, silent, unnamed, unproven } = refusals

/** A tree with one leaf that permits an approval through a decoder of one's choice. */
const throughDecoder =
  (name: string, decoder: (world: MatrixWorld) => Address) => (world: MatrixWorld) => {
    const { of } = world
    const permit = {
      target: of('WETH'),
      signature: 'approve(address,uint256)',
      args: [of('Aave pool')],
      decoder: decoder(world),
    }
    const tree = treeOf(world, permit)
    const call = { ...approve(of('WETH'), of('Aave pool')), decoder: permit.decoder }
    return alone(world, tree, { name, call })
  }

/** The one leaf of a tree, by its place: the decoder may refuse what the toolkit would too. */
function alone(
  world: MatrixWorld,
  tree: LeafTree,
  { name, call }: { readonly name: string; readonly call: Call },
): Made {
  const from = world.strategistOf(name, tree)
  return { from, tree, data: encodeManage([proveBy(tree, 0, call)]) }
}

const morpho = '(address loan,address collateral,address oracle,address irm,uint256 lltv) market'
const pendle =
  '(address token,uint256 amount,address tokenSy,address swap,(uint8 kind,address router,bytes data,bool scale) data) input'
const oneInch =
  'swap(address executor,(address srcToken,address dstToken,address srcReceiver,address dstReceiver,uint256 amount,uint256 least,uint256 flags) desc,bytes permit,bytes data)'
const balancer =
  'swap((bytes32 pool,uint8 kind,address assetIn,address assetOut,uint256 amount,bytes userData) one,(address sender,bool fromInternal,address recipient,bool toInternal) funds,uint256 limit,uint256 deadline)'
const balancerTypes =
  'swap((bytes32,uint8,address,address,uint256,bytes),(address,bool,address,bool),uint256,uint256)'

/** Decoders that are wrong, absent, or refuse by themselves. */
export const decoderCases: readonly MatrixCase[] = [
  {
    name: 'the decoder of another tree',
    make: (world) => {
      const call = prove(world.main, approve(world.of('WETH'), world.of('Aave pool')))
      const decoder = world.of('Lending decoder')
      return { tree: world.main, data: encodeManage([{ ...call, decoder }]) }
    },
    refused: unproven(0),
  },
  {
    name: 'the decoder of another tree, through its own leaf',
    make: throughDecoder('lending decoder', ({ of }) => of('Lending decoder')),
    refused: null,
  },
  {
    name: 'a decoder without code',
    make: throughDecoder('no decoder', () => accountOf('no decoder')),
    refused: named('AddressEmptyCode', 0),
  },
  {
    name: 'the zero address for a decoder',
    make: throughDecoder('zero decoder', () => zeroAddress),
    refused: named('AddressEmptyCode', 0),
  },
  {
    name: 'a decoder without the function',
    make: (world) => {
      const { of, vault } = world
      const decoder = of('Lending decoder')
      const permit = { target: of('wstETH'), signature: 'wrap(uint256)', decoder }
      const call = callOf(of('wstETH'), 'wrap(uint256 amount)', { args: [1n] })
      return alone(world, treeOf(world, permit), { name: `lacks ${vault}`, call })
    },
    refused: named('BaseDecoderAndSanitizer__FunctionSelectorNotSupported', 0),
  },
  {
    name: 'a contract that is not a decoder and has no fallback',
    make: throughDecoder('no fallback', ({ of }) => of('Price oracle')),
    refused: silent(0),
  },
  {
    name: 'Morpho Blue with callback data',
    make: (world) => {
      const { of, vault } = world
      const terms = marketOf(world)
      const call = callOf(
        of('Morpho'),
        `supplyCollateral(${morpho}, uint256 assets, address onBehalf, bytes data)`,
        { args: [terms, 1n, vault, '0x01'] },
      )
      const leaf = prove(world.main, { ...call, data: emptied(world) })
      return { tree: world.main, data: encodeManage([{ ...leaf, data: call.data }]) }
    },
    refused: named('CallbackNotSupported', 0),
  },
  {
    name: 'Morpho Blue with another LLTV: no leaf binds it, the market is none',
    make: (world) => {
      const terms = { ...marketOf(world), lltv: 1n }
      const call = callOf(
        world.of('Morpho'),
        `supplyCollateral(${morpho}, uint256 assets, address onBehalf, bytes data)`,
        { args: [terms, 1n, world.vault, '0x'] },
      )
      return { tree: world.main, data: batchOf(world.main, call) }
    },
    refused: refusals.possible('Error', 0),
  },
  {
    name: 'Pendle through an aggregator',
    make: (world) => {
      const args = (kind: number) => ({ args: pendleArgs(world, kind) })
      const signature = `mintSyFromToken(address receiver, address sy, uint256 least, ${pendle})`
      const proven = prove(world.main, callOf(world.of('Pendle router'), signature, args(0)))
      const { data } = callOf(world.of('Pendle router'), signature, args(1))
      return { tree: world.main, data: encodeManage([{ ...proven, data }]) }
    },
    refused: named('PendleRouterDecoderAndSanitizer__AggregatorSwapsNotPermitted', 0),
  },
  {
    name: '1inch with a permit',
    make: (world) => {
      const { of, vault } = world
      const executor = of('Swap executor')
      const desc = {
        srcToken: of('WETH'),
        dstToken: of('USDC'),
        srcReceiver: executor,
        dstReceiver: vault,
        amount: 1n,
        least: 0n,
        flags: 0n,
      }
      const callWith = (permit: string) =>
        callOf(of('1inch router v5'), oneInch, { args: [executor, desc, permit, '0x'] })
      const proven = prove(world.main, callWith('0x'))
      return { tree: world.main, data: encodeManage([{ ...proven, data: callWith('0x5a').data }]) }
    },
    refused: unnamed('BytesNotEmpty', 0),
  },
  {
    name: 'Balancer with user data',
    make: (world) => balancerCase(world, { name: 'user data', userData: '0x01', internal: false }),
    refused: unnamed('BytesNotEmpty', 0),
  },
  {
    name: 'Balancer from an internal balance',
    make: (world) => balancerCase(world, { name: 'internal', userData: '0x', internal: true }),
    refused: unnamed('InternalBalanceNotSupported', 0),
  },
  {
    name: 'Uniswap v3 with a path of the wrong length',
    make: (world) => {
      const { of, vault } = world
      const swap = (path: string) =>
        callOf(
          of('Uniswap router'),
          'exactInput((bytes path, address to, uint256 deadline, uint256 amount, uint256 least) params)',
          { args: [{ path, to: vault, deadline: 2n ** 40n, amount: 1n, least: 0n }] },
        )
      const path = `${of('WETH')}0001f4${of('USDC').slice(2)}`
      const proven = prove(world.main, swap(path))
      return { tree: world.main, data: encodeManage([{ ...proven, data: swap(`${path}00`).data }]) }
    },
    refused: named('UniswapV3DecoderAndSanitizer__BadPathFormat', 0),
  },
  {
    name: 'a teller’s bridge with a wild card that is not a word',
    make: (world) => {
      const { of, vault } = world
      const teller = of('Local USD: teller')
      const permit = {
        target: teller,
        signature: 'bridge(uint96,address,bytes,address,uint256)',
        args: [vault, vault, vault],
      }
      const call = callOf(
        teller,
        'bridge(uint96 shares, address to, bytes wildCard, address feeToken, uint256 maxFee)',
        { args: [1n, vault, '0x5a', vault, 0n] },
      )
      return alone(world, treeOf(world, permit), { name: 'wild card', call })
    },
    refused: named('TellerDecoderAndSanitizer__BridgeWildCardLengthMustBe32Bytes', 0),
  },
]

function marketOf({ of }: MatrixWorld) {
  const [loan, collateral] = [of('USDC'), of('WETH')]
  const lltv = (86n * 10n ** 18n) / 100n
  return { loan, collateral, oracle: of('Morpho oracle'), irm: of('Morpho rate'), lltv }
}

/** The same supply without callback data, as the leaf has it. */
function emptied(world: MatrixWorld) {
  const signature = `supplyCollateral(${morpho}, uint256 assets, address onBehalf, bytes data)`
  return callOf(world.of('Morpho'), signature, { args: [marketOf(world), 1n, world.vault, '0x'] })
    .data
}

function pendleArgs({ of, vault }: MatrixWorld, kind: number) {
  const data = { kind, router: zeroAddress, data: '0x', scale: false }
  const input = {
    token: of('WETH'),
    amount: 1n,
    tokenSy: of('WETH'),
    swap: zeroAddress,
    data,
  }
  return [vault, of('SY WETH'), 0n, input]
}

function balancerCase(
  world: MatrixWorld,
  what: { readonly name: string; readonly userData: string; readonly internal: boolean },
): Made {
  const { of, vault } = world
  const pool = `0x${'ab'.repeat(32)}` as const
  const [assetIn, assetOut] = [of('WETH'), of('USDC')]
  const first: Address = `0x${'ab'.repeat(20)}`
  const args = [first, assetIn, assetOut, vault, vault]
  const tree = treeOf(world, { target: of('Balancer vault'), signature: balancerTypes, args })
  const swap = { pool, kind: 0, assetIn, assetOut, amount: 1n, userData: what.userData }
  const funds = { sender: vault, fromInternal: what.internal, recipient: vault, toInternal: false }
  const call = callOf(of('Balancer vault'), balancer, { args: [swap, funds, 0n, 2n ** 40n] })
  return alone(world, tree, { name: `balancer, ${what.name}`, call })
}
