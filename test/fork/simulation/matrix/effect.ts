import { encodeManage, type ManageCall } from '@vaultwright/manager'
import { approve, batchOf, callOf, ether, prove, transfer, treeOf } from './call.ts'
import { type MatrixCase, refusals } from './case.ts'
import { accountOf, type MatrixWorld } from './world.ts'

const { named, possible, unproven } = refusals

const wrap = ({ of }: MatrixWorld, value: bigint) => callOf(of('WETH'), 'deposit()', { value })
const unwrap = ({ of }: MatrixWorld, amount: bigint) =>
  callOf(of('WETH'), 'withdraw(uint256 amount)', { args: [amount] })

/** A call with another value than it was proven with. */
const revalued = (call: ManageCall, value: bigint) => encodeManage([{ ...call, value }])

/** Value, and what the calls themselves do. */
export const effectCases: readonly MatrixCase[] = [
  {
    name: 'value where the leaf wants value',
    make: (world) => ({
      tree: world.main,
      data: batchOf(world.main, unwrap(world, ether), wrap(world, ether)),
    }),
    refused: null,
  },
  {
    name: 'one wei where the leaf wants value',
    make: (world) => ({
      tree: world.main,
      data: batchOf(world.main, unwrap(world, 1n), wrap(world, 1n)),
    }),
    refused: null,
  },
  {
    name: 'no value where the leaf wants value',
    make: (world) => ({
      tree: world.main,
      data: revalued(prove(world.main, wrap(world, 1n)), 0n),
    }),
    refused: unproven(0),
  },
  {
    name: 'value where the leaf wants none',
    make: (world) => ({
      tree: world.main,
      data: revalued(prove(world.main, unwrap(world, 1n)), 1n),
    }),
    refused: unproven(0),
  },
  {
    name: 'no value where the leaf wants value, only the root known',
    make: (world) => ({
      tree: null,
      data: revalued(prove(world.main, wrap(world, 1n)), 0n),
    }),
    refused: unproven(0),
  },
  {
    name: 'a leaf for each: with and without value',
    make: (world) => {
      const weth = { target: world.of('WETH'), signature: 'deposit()' }
      const tree = treeOf(world, weth, { ...weth, canSendValue: true }, unwrapping(world))
      const from = world.strategistOf('both values', tree)
      const calls = [unwrap(world, ether), wrap(world, ether), wrap(world, 0n)]
      return { from, tree, data: batchOf(tree, ...calls) }
    },
    refused: null,
  },
  {
    name: 'more ETH than the vault has',
    make: (world) => ({ tree: world.main, data: batchOf(world.main, wrap(world, 10n ** 24n)) }),
    refused: named('AddressInsufficientBalance', 0),
  },
  {
    name: 'more ETH than the vault has left',
    make: (world) => ({
      tree: world.main,
      data: batchOf(world.main, unwrap(world, ether), wrap(world, 10n ** 24n)),
    }),
    refused: possible('AddressInsufficientBalance', 1),
  },
  {
    name: 'the target’s own refusal, by name',
    make: (world) => ({
      tree: world.main,
      data: batchOf(world.main, transfer(world.of('WETH'), world.drone, 10n ** 30n)),
    }),
    refused: possible('InsufficientBalance', 0),
  },
  {
    name: 'the target’s own refusal, as a text',
    make: (world) => ({ tree: world.main, data: batchOf(world.main, swap(world)) }),
    refused: possible('Error', 0),
  },
  {
    name: 'a refusal of the second call undoes the first',
    make: (world) => ({
      tree: world.main,
      data: batchOf(
        world.main,
        approve(world.of('WETH'), world.of('Aave pool'), 7n),
        transfer(world.of('WETH'), world.drone, 10n ** 30n),
      ),
    }),
    refused: possible('InsufficientBalance', 1),
  },
  {
    name: 'a target without code',
    make: (world) => {
      const nowhere = accountOf('no contract')
      const spender = world.of('Aave pool')
      const permit = { target: nowhere, signature: 'approve(address,uint256)', args: [spender] }
      const tree = treeOf(world, permit)
      const from = world.strategistOf('no code', tree)
      return { from, tree, data: batchOf(tree, approve(nowhere, spender)) }
    },
    refused: named('AddressEmptyCode', 0),
  },
  {
    name: 'shares of the vault itself through its teller',
    make: (world) => {
      const tree = ownShares(world)
      const from = world.strategistOf('own shares', tree)
      return { from, tree, data: batchOf(tree, ...bought(world)) }
    },
    refused: possible('ManagerWithMerkleVerification__TotalSupplyMustRemainConstantDuringPlatform'),
  },
  {
    name: 'shares of another vault through its teller',
    make: (world) => ({ tree: world.main, data: batchOf(world.main, ...crossed(world)) }),
    refused: null,
  },
]

function unwrapping({ of }: MatrixWorld) {
  return { target: of('WETH'), signature: 'withdraw(uint256)' }
}

/** A deadline in the past. */
function swap({ of, vault }: MatrixWorld) {
  const fee = '0001f4'
  const path = `${of('WETH')}${fee}${of('USDC').slice(2)}`
  const params = { path, to: vault, deadline: 1n, amount: 1n, least: 0n }
  return callOf(
    of('Uniswap router'),
    'exactInput((bytes path, address to, uint256 deadline, uint256 amount, uint256 least) params)',
    { args: [params] },
  )
}

const zero = `0x${'00'.repeat(20)}` as const
const deposit = 'deposit(address asset, uint256 amount, uint256 least, address referral)'

function ownShares({ of, vault, ...world }: MatrixWorld) {
  const weth = of('WETH')
  return treeOf(
    { of, vault, ...world },
    { target: weth, signature: 'approve(address,uint256)', args: [vault] },
    {
      target: of('Local ETH: teller'),
      signature: 'deposit(address,uint256,uint256,address)',
      args: [weth, zero],
    },
  )
}

function bought({ of, vault }: MatrixWorld) {
  return [
    approve(of('WETH'), vault, ether),
    callOf(of('Local ETH: teller'), deposit, { args: [of('WETH'), ether, 0n, zero] }),
  ]
}

function crossed({ of }: MatrixWorld) {
  const amount = 1_000_000n
  return [
    approve(of('USDC'), of('Local USD'), amount),
    callOf(of('Local USD: teller'), deposit, { args: [of('USDC'), amount, 0n, zero] }),
  ]
}
