import { encodeManage, type ManageCall } from '@vaultwright/manager'
import { managerAbi } from '@vaultwright/registry'
import { encodeFunctionData, type Hex } from 'viem'
import { approve, batchOf, callOf, ether, prove, transfer } from './call.ts'
import { type MatrixCase, refusals } from './case.ts'
import type { MatrixWorld } from './world.ts'

const { own: ownRefusal, unproven } = refusals

type List = 'proofs' | 'decoders' | 'data' | 'values'

const rows: readonly (readonly [readonly List[], string])[] = [
  [['proofs'], 'InvalidManageProofLength'],
  [['data'], 'InvalidTargetDataLength'],
  [['values'], 'InvalidValuesLength'],
  [['decoders'], 'InvalidDecodersAndSanitizersLength'],
  [['proofs', 'data', 'values', 'decoders'], 'InvalidManageProofLength'],
  [['data', 'values', 'decoders'], 'InvalidTargetDataLength'],
  [['values', 'decoders'], 'InvalidValuesLength'],
]

const two = ({ of, main }: MatrixWorld): readonly ManageCall[] => [
  prove(main, approve(of('WETH'), of('Aave pool'), ether)),
  prove(main, approve(of('USDC'), of('Aave pool'), 5n)),
]

/** The five lists, and batches of many calls. */
export const shapeCases: readonly MatrixCase[] = [
  ...rows.flatMap(([lists, error]): readonly MatrixCase[] => [
    {
      name: `one too few of ${lists.join(', ')}`,
      make: (world) => ({ tree: world.main, data: uneven(two(world), lists, -1) }),
      refused: { ...ownRefusal(error), arguments: {} },
    },
    {
      name: `one too many of ${lists.join(', ')}`,
      make: (world) => ({ tree: world.main, data: uneven(two(world), lists, 1) }),
      refused: { ...ownRefusal(error), arguments: {} },
    },
  ]),
  {
    name: 'too few values, and no root: lengths come first',
    make: (world) => ({
      from: world.strategistOf('rootless, uneven', null),
      tree: null,
      data: uneven(two(world), ['values'], -1),
    }),
    refused: { ...ownRefusal('InvalidValuesLength'), arguments: {} },
  },
  {
    name: 'an empty batch',
    make: (world) => ({ tree: world.main, data: encodeManage([]) }),
    refused: null,
    check: ({ warnings }) => {
      if (!warnings.some(({ code }) => code === 'no_effect')) throw new Error('no warning')
    },
  },
  {
    name: '50 calls',
    make: (world) => ({ tree: world.main, data: batchOf(world.main, ...fifty(world)) }),
    refused: null,
  },
  {
    name: '50 calls, the last one unproven',
    make: (world) => {
      const calls = fifty(world).map((call) => prove(world.main, call))
      const last = { ...calls[49]!, value: 1n }
      return { tree: world.main, data: encodeManage([...calls.slice(0, 49), last]) }
    },
    refused: { ...unproven(49), foreseen: 'certain' },
  },
  {
    name: 'the same call twice',
    make: (world) => {
      const call = transfer(world.of('WETH'), world.vault, ether)
      return { tree: world.main, data: batchOf(world.main, call, call) }
    },
    refused: null,
  },
  {
    name: 'supply to Aave v3 and withdraw it again',
    make: (world) => ({ tree: world.main, data: batchOf(world.main, ...supplied(world)) }),
    refused: null,
  },
  {
    name: 'deposit into an ERC-4626 vault and redeem',
    make: (world) => ({ tree: world.main, data: batchOf(world.main, ...saved(world)) }),
    refused: null,
  },
  {
    name: 'stake with Lido and wrap',
    make: (world) => ({ tree: world.main, data: batchOf(world.main, ...staked(world)) }),
    refused: null,
  },
]

function uneven(calls: readonly ManageCall[], lists: readonly List[], by: 1 | -1): Hex {
  const resized = <Item>(list: List, items: readonly Item[]) => {
    if (!lists.includes(list)) return items
    return by === 1 ? [...items, items[0]!] : items.slice(0, -1)
  }
  const args = [
    resized(
      'proofs',
      calls.map(({ proof }) => proof),
    ),
    resized(
      'decoders',
      calls.map(({ decoder }) => decoder),
    ),
    calls.map(({ target }) => target),
    resized(
      'data',
      calls.map(({ data }) => data),
    ),
    resized(
      'values',
      calls.map(({ value }) => value),
    ),
  ] as const
  const functionName = 'manageVaultWithMerkleVerification'
  return encodeFunctionData({ abi: managerAbi, functionName, args })
}

function fifty({ of }: MatrixWorld) {
  return Array.from({ length: 50 }, (_, at) =>
    approve(of(at % 2 === 0 ? 'WETH' : 'USDC'), of('Aave pool'), BigInt(at)),
  )
}

function supplied({ of, vault }: MatrixWorld) {
  const weth = of('WETH')
  return [
    approve(weth, of('Aave pool'), ether),
    callOf(of('Aave pool'), 'supply(address asset, uint256 amount, address to, uint16 code)', {
      args: [weth, ether, vault, 0],
    }),
    callOf(of('Aave pool'), 'withdraw(address asset, uint256 amount, address to)', {
      args: [weth, ether / 2n, vault],
    }),
  ]
}

function saved({ of, vault }: MatrixWorld) {
  const savings = of('Savings WETH')
  return [
    approve(of('WETH'), savings, ether),
    callOf(savings, 'deposit(uint256 assets, address receiver)', { args: [ether, vault] }),
    callOf(savings, 'redeem(uint256 shares, address receiver, address owner)', {
      args: [ether / 2n, vault, vault],
    }),
  ]
}

function staked({ of }: MatrixWorld) {
  const zero = `0x${'00'.repeat(20)}`
  return [
    callOf(of('WETH'), 'withdraw(uint256 amount)', { args: [ether] }),
    callOf(of('stETH'), 'submit(address referral)', { args: [zero], value: ether }),
    approve(of('stETH'), of('wstETH'), ether / 2n),
    callOf(of('wstETH'), 'wrap(uint256 amount)', { args: [ether / 2n] }),
  ]
}
