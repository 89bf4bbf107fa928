import type { DecoderRules } from '@vaultwright/manager'

const key = '(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)'
const plan = '(bytes actions, bytes[] params)'

/** A plan has a step and no more than three, the most that was observed; each with its parameters. */
const stepsOf = (of: string) => [
  `length(${of}.actions) > 0`,
  `length(${of}.actions) <= 3`,
  `length(${of}.params) == length(${of}.actions)`,
]

/** The pack of one step of a swap: the pool of a single-hop swap, or the currency settled or taken. */
const swapStep = `
  byte(swap.actions, j) == 0x06 ? (exactIn.key.currency0, exactIn.key.currency1, exactIn.key.hooks)
  : byte(swap.actions, j) == 0x08 ? (exactIn.key.currency0, exactIn.key.currency1, exactIn.key.hooks)
  : byte(swap.actions, j) == 0x0c || byte(swap.actions, j) == 0x0f ? paid.currency
  : revert`

/** The pack of one step of a change of positions. */
const positionStep = `
  byte(change.actions, i) == 0x02
    ? (minted.key.currency0, minted.key.currency1, minted.key.hooks, minted.owner)
  : byte(change.actions, i) == 0x00 || byte(change.actions, i) == 0x01 || byte(change.actions, i) == 0x03
    ? (poolOf(held.tokenId).currency0, poolOf(held.tokenId).currency1, poolOf(held.tokenId).hooks,
      ownerOf(held.tokenId))
  : byte(change.actions, i) == 0x0d ? (both.currency0, both.currency1)
  : byte(change.actions, i) == 0x11 ? (both.currency0, both.currency1, abi(change.params[i], '(address currency0, address currency1, address recipient)').recipient)
  : byte(change.actions, i) == 0x12 ? paid.currency
  : byte(change.actions, i) == 0x14 ? (swept.currency, swept.to)
  : revert`

/**
 * Uniswap v4: swaps in one pool through the Universal Router, positions, and Permit2's allowances.
 *
 * A plan is a list of action bytes with the parameters of each; steps of other kinds are refused,
 * and so is more than one command.
 * Source: Uniswap v4 periphery, Actions and Universal Router commands; swaps were observed.
 */
export const uniswapV4 = {
  decoder: 'UniswapV4',
  inherits: [],
  reads: {
    ownerOf: {
      contract: 'the position manager',
      function: 'ownerOf(uint256)',
      returns: '(address owner)',
    },
    poolOf: {
      contract: 'the position manager',
      function: 'getPoolAndPositionInfo(uint256)',
      returns:
        '(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks, uint256 info)',
    },
  },
  functions: [
    {
      signature: 'approve(address token, address spender, uint160 amount, uint48 expiration)',
      packs: 'token, spender',
    },
    {
      signature: 'execute(bytes commands, bytes[] inputs, uint256 deadline)',
      memory: true,
      packs: `swap.params[*j].(${swapStep})`,
      checks: [
        'length(commands) <= 1',
        'byte(commands, 0) == 0x10',
        'length(inputs) == 1',
        ...stepsOf('swap'),
      ],
      let: {
        swap: `abi(inputs[0], '${plan}')`,
        exactIn: `abi(swap.params[j], '((${key} key, bool zeroForOne, uint128 amount, uint128 limit, bytes hookData) swap)').swap`,
        paid: `abi(swap.params[j], '(address currency, uint256 amount)')`,
      },
    },
    {
      signature: 'modifyLiquidities(bytes unlockData, uint256 deadline)',
      memory: true,
      packs: `change.params[*i].(${positionStep})`,
      checks: stepsOf('change'),
      let: {
        change: `abi(unlockData, '${plan}')`,
        minted: `abi(change.params[i], '(${key} key, int24 tickLower, int24 tickUpper, uint256 liquidity, uint128 amount0Max, uint128 amount1Max, address owner, bytes hookData)')`,
        held: `abi(change.params[i], '(uint256 tokenId)')`,
        both: `abi(change.params[i], '(address currency0, address currency1)')`,
        paid: `abi(change.params[i], '(address currency)')`,
        swept: `abi(change.params[i], '(address currency, address to)')`,
      },
      inferred:
        'that the position manager is read was observed, what each step packs and how many there may be was not',
    },
  ],
} as const satisfies DecoderRules
